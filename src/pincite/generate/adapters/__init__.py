"""The ways to a language model: a server that speaks OpenAI's protocol, and a GGUF file in this process."""
