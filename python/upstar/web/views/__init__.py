"""The views of the workbench, all on the same position."""
