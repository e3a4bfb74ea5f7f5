extension Rig {
    /// Returns the rig after a number of runs of one command, so that simulated accessories continue counting.
    ///
    /// A bench recreates its simulated accessories for each run. An accessory whose firmware is swapped after some
    /// connections would never reach that number, so each earlier run counts as one connection here.
    public func afterRuns(_ runs: Int) -> Rig {
        guard runs > 0, accessories.contains(where: \.swapsFirmware) else { return self }
        var rig = self
        rig.accessories = accessories.map { $0.after(runs) }
        return rig
    }
}

extension AccessoryEntry {
    fileprivate var swapsFirmware: Bool {
        if case .simulated(let model) = port { model.firmware?.trouble == .swaps } else { false }
    }

    fileprivate func after(_ runs: Int) -> AccessoryEntry {
        guard swapsFirmware, case .simulated(var model) = port else { return self }
        model.firmware = model.firmware?.afterConnections(runs)
        var entry = self
        entry.port = .simulated(model)
        return entry
    }
}
