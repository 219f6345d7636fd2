"""`pincite serve`: the HTTP API, the web page and the MCP server over a library."""
