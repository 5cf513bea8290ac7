"""What plans show by themselves: rules that hold in all of them, and how surprising that is (`docs/plans.md`)."""
