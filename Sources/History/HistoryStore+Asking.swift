import Evidence
import GRDB
import OperatingSystem

/// The answer of a store.
public struct HistoryAnswer<Value> {
    /// The value; nil if there is no store.
    public let value: Value?
    /// Repairs that were made to the store first, as sentences without their final full stops.
    public let notes: [String]
    /// The number of folders that were refused as evidence.
    public let refused: Int
}

extension HistoryAnswer: Sendable where Value: Sendable {}

extension HistoryStore {
    /// Asks the store about the contents of these parts, and about its runs.
    ///
    /// A store that cannot be used is first rebuilt from its folders, and the answer says so.
    func ask<Value>(
        _ parts: [StorePart] = StorePart.allCases, _ question: (Database) throws -> Value
    ) throws(CommandTrouble) -> HistoryAnswer<Value> {
        var notes: [String] = []
        do throws(StoreFault) {
            switch file.state {
            case .missing:
                guard Files.kind(of: file.folders) != nil else {
                    return HistoryAnswer(value: nil, notes: [], refused: 0)
                }
                throw .damaged("it is not there")
            case .foreign(let why):
                throw .trouble(
                    CommandTrouble(what: "\(path) cannot be used: \(why)", remedy: "Name another file with --store"))
            case .otherVersion(let version):
                throw .damaged("it has the tables of another trammel (version \(version))")
            case .damaged(let why): throw .damaged(why)
            case .ours: return try answer(parts, question, [])
            }
        } catch {
            switch error {
            case .trouble(let trouble): throw trouble
            case .damaged(let why): notes = try recover(why).notes
            }
        }
        do throws(StoreFault) { return try answer(parts, question, notes) } catch {
            switch error {
            case .trouble(let trouble): throw trouble
            case .damaged(let why):
                throw CommandTrouble(what: "\(path) is damaged again: \(why)", remedy: "Look at the disk")
            }
        }
    }

    private func answer<Value>(
        _ parts: [StorePart], _ question: (Database) throws -> Value, _ notes: [String]
    ) throws(StoreFault) -> HistoryAnswer<Value> {
        let store = try StoreConnection.read(file, parts)
        let (value, refused) = try store.read { database in
            let refused = try database.first("SELECT count(*) FROM refused", []) { try $0.number(0) }
            return (try question(database), Int(refused ?? 0))
        }
        try store.close()
        return HistoryAnswer(value: value, notes: notes, refused: refused)
    }

    /// Rebuilds the store, unless another program has just done so.
    private func recover(_ why: String) throws(CommandTrouble) -> HistoryImport {
        let lock = try StoreLock(file.writerLock, .alone)
        defer { withExtendedLifetime(lock) {} }
        var taking = StoreTaking(file)
        do throws(StoreFault) {
            if !isSound { try taking.recover(why) }
            return taking.report
        } catch {
            switch error {
            case .trouble(let trouble): throw trouble
            case .damaged(let why): throw CommandTrouble(what: "\(path) cannot be made anew: \(why)", remedy: nil)
            }
        }
    }

    /// Whether the whole file is as it was written; checked only when there is doubt.
    private var isSound: Bool {
        guard file.state == .ours else { return false }
        do throws(StoreFault) {
            let store = try StoreConnection.read(file)
            try store.read { database in try StoreCheck.everything(database) }
            try store.close()
            return true
        } catch {
            return false
        }
    }
}
