"""The sufficiency rule of refusal, fitted on benchmarks and cross-validated."""
