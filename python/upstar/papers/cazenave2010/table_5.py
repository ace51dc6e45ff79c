"""Table 5: seki problems with bounds, cuts and guidance by the optimistic bound."""

from upstar.papers.cazenave2010.seki import GUIDED, experiment

EXPERIMENT = experiment(5, GUIDED, "Guidance by the optimistic bound saves playouts")
