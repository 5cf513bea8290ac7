"""Models as files: JSON to keep them, CPMpy, MiniZinc and XCSP3 to run them elsewhere, Markdown to read them."""
