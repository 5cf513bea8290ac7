"""The contract that every algorithm × FindScope × FindC × objective × orders passes; see `kit.contract`."""
