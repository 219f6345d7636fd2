"""What the grammars of English law share: lines, labels, levels, titles, notes, and the tree made of them."""
