"""Table 4: seki problems with bounds and cuts."""

from upstar.papers.cazenave2010.seki import CUTS, experiment

EXPERIMENT = experiment(4, CUTS, "Cuts by bounds save playouts")
