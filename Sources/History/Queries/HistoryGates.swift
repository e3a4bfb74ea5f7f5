public import Evidence
import GRDB
import Ground

extension HistoryFilter {
    /// Whether a gate is meant. One is about many scenarios, so that no scenario's name means it.
    public func fits(_ gate: HistoryGate) -> Bool {
        scenario == nil && (firmware.map { Self.fits($0, gate.firmware) } ?? true) && fits(benchOf: gate)
    }
}

extension HistoryStore {
    /// All gates that came to an end, in the order in which they began.
    public func gates() throws(CommandTrouble) -> HistoryAnswer<[HistoryGate]> {
        try ask([.names]) { database in
            try GateRow.all(database).sorted {
                ($0.started, $0.ended, $0.folder, $0.record.hex) < ($1.started, $1.ended, $1.folder, $1.record.hex)
            }
        }
    }
}
