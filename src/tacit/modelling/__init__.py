"""From CPMpy: variables, relations and constraints as people write them there.

Imported only when somebody has passed a CPMpy object, because CPMpy is slow to load.

variables     the variables in arrays, lists and dicts, and those of an expression
conjuncts     constraints split into the smallest ones that together say the same
evaluation    a constraint as a function of numbers
translation   a constraint as a text over x, y, z, w

The current value of a variable (`value()`) is shared by all who use it, so it is never read or set here.
"""
