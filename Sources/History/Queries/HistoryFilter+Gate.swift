extension HistoryFilter {
    /// Returns whether a gate fits. A gate covers many scenarios, so it fits no scenario name.
    public func fits(_ gate: HistoryGate) -> Bool {
        scenario == nil && (firmware.map { Self.fits($0, gate.firmware) } ?? true) && fits(benchOf: gate)
    }
}
