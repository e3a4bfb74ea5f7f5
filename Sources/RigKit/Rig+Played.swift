extension Rig {
    /// The rig as it stands when a command has played so many runs on it: simulated accessories go on counting.
    ///
    /// A bench makes its simulated accessories anew for each run. An accessory into which somebody writes another
    /// firmware after some connections would never come to that: each earlier run counts for one connection here.
    public func afterRuns(_ runs: Int) -> Rig {
        guard runs > 0, accessories.contains(where: \.swapsFirmware) else { return self }
        return Rig(
            name: name, summary: summary, kind: kind, bluetooth: bluetooth, uwb: uwb, nfc: nfc,
            accessories: accessories.map { $0.after(runs) }, tags: tags, motion: motion, world: world, phones: phones,
            screens: screens)
    }
}

extension AccessoryEntry {
    fileprivate var swapsFirmware: Bool {
        if case .simulated(let model) = port { model.firmware?.trouble == .swaps } else { false }
    }

    fileprivate func after(_ runs: Int) -> AccessoryEntry {
        guard swapsFirmware, case .simulated(var model) = port else { return self }
        model.firmware = model.firmware?.afterConnections(runs)
        return AccessoryEntry(name, .simulated(model), console: console, power: power, has: has)
    }
}
