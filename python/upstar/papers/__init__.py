"""Published experiments, run again: a package for each paper, by first author and year."""
