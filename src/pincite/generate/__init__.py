"""Evidence to a draft: by the evidence's own sentences, or by a language model behind the same seam."""
