"""The clause finder, trained on a benchmark of contracts and cross-validated."""
