"""The paths of the HTTP API, one subject a file."""
