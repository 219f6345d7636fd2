"""Systems scored on a benchmark: the questions, checks of predictions, measures, claims, intervals."""
