"""The audit log: what was asked of a library, by whom, and what came of it, in a chain of hashes."""
