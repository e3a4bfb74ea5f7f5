import Evidence
import GRDB
import OperatingSystem

/// What a store answers.
public struct HistoryAnswer<Value> {
    /// Nil where there is no store.
    public let value: Value?
    /// What was done to the store before, as sentences without their full stops.
    public let notes: [String]
    /// How many folders were refused as evidence.
    public let refused: Int
}

extension HistoryAnswer: Sendable where Value: Sendable {}

extension HistoryStore {
    /// Asks the store of what stands in these parts, and of its runs.
    ///
    /// One that cannot be used is made anew from its folders first, which is told.
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

    /// Makes the store anew, unless somebody else just did.
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

    /// Whether the whole file is as it was written, which is looked at only when there was doubt.
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
