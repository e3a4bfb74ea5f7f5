extension HistoryFilter {
    /// Whether a gate is meant. One is about many scenarios, so that no scenario's name means it.
    public func fits(_ gate: HistoryGate) -> Bool {
        scenario == nil && (firmware.map { Self.fits($0, gate.firmware) } ?? true) && fits(benchOf: gate)
    }
}
