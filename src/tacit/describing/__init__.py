"""A problem described without a syntax: lists of labels, days, values and sentences to tick become a problem file.

    lists and days ──description──> Description ──tickable──> sentences that may matter
                                         └────────writing──> the text of a problem file

Nothing here knows of a page or a terminal. What is wrong is said field by field (`DescriptionError`).
"""
