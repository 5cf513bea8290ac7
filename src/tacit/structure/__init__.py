"""What a problem shows of itself, in its names, its order and its domains.

arrays       variables that lie side by side
family       a set of groups of variables that a short phrase can name
families     the families of a problem
finding      the family that a text names
said_groups  sets of labels that a person has named
kinds        how each kind of family is made
phrases      words for lists and for the lines of an array
places       where each variable stands, as numbers
partitions   ways to sort scopes by what their variables have in common
"""
