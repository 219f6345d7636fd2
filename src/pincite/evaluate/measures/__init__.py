"""The measures of one question's outcome, one file a subject; `registry` lists them."""
