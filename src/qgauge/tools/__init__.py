"""Language tools: one module per role, each with a protocol and the engines that fill it."""
