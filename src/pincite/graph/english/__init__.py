"""How English legal texts point to law: words, numbers, works, manners, delegations."""
