"""The memory over a catalogue for any agent that speaks MCP (Model Context Protocol)."""
