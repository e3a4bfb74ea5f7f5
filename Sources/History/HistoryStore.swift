public import Evidence
import GRDB
import OperatingSystem

/// The history of many runs, in one file: an index of run folders, which can be rebuilt from them.
///
/// The run folders are the truth, and no verdict depends on this file. One program writes at a time, any number read.
public struct HistoryStore: Hashable, Sendable {
    /// The path of its file.
    public let path: String
    var file: StoreFile { StoreFile(path: path) }

    public init(_ path: String) { self.path = path }

    /// The default store, in the user's state folder (XDG Base Directory); nil if the user has none.
    public static var usual: HistoryStore? {
        FailuresFile.stateFolder.map { HistoryStore("\($0)/trammel/history.sqlite") }
    }

    // MARK: Changes

    /// Imports the runs in these folders, or those of other stores, which are files. Runs that are already known stay.
    ///
    /// `progress` receives the number of runs read and the number of all in the same place.
    public func take(
        _ paths: [String], progress: @escaping (Int, Int) -> Void = { _, _ in }
    ) throws(CommandError) -> HistoryImport {
        try change(progress) { taking in
            var (folders, stores) = ([String](), [String]())
            for path in paths {
                guard let absolute = Files.absolute(path), let kind = Files.kind(of: absolute) else {
                    throw CommandError(what: "there is nothing at \(path)", remedy: "Name a folder with runs")
                }
                if kind == .folder { folders.append(absolute) } else { stores.append(absolute) }
            }
            try taking.take(folders: folders, stores: stores)
            return taking.report
        }
    }

    /// Imports runs that were already read or generated, each once, without looking for their folders.
    public func take(_ runs: [HistoryRun]) throws(CommandError) -> HistoryImport {
        try change { taking in
            try taking.take(runs: runs)
            return taking.report
        }
    }

    /// Rebuilds the store from all folders that it knows. Rows whose folder is gone are kept, if they can be read.
    public func rebuild(
        progress: @escaping (Int, Int) -> Void = { _, _ in }
    ) throws(CommandError) -> HistoryImport {
        try change(progress) { taking in
            try taking.rebuild()
            return taking.report
        }
    }

    /// Runs the body with a store of this version, and again after a rebuild if the store turns out to be damaged.
    private func change<Value>(
        _ progress: @escaping (Int, Int) -> Void = { _, _ in }, _ body: (inout StoreTaking) throws -> Value
    ) throws(CommandError) -> Value {
        do { try Files.makeFolder(Files.folder(of: path)) } catch { throw .cannotWrite(path, error) }
        let lock = try StoreLock(file.lock)
        defer { withExtendedLifetime(lock) {} }
        do {
            var taking = StoreTaking(file, progress)
            try taking.prepare()
            do { return try body(&taking) } catch {
                try taking.recover(try StoreFault(error, in: path).damage())
                return try body(&taking)
            }
        } catch {
            let why = try StoreFault(error, in: path).damage()
            throw CommandError(what: "\(path) is damaged: \(why)", remedy: "Rebuild it from its folders")
        }
    }

    // MARK: ObservedTopics

    /// Asks the store about its runs. A store that cannot be used is first rebuilt from its folders, and the answer
    /// says so.
    func ask<Value>(_ question: (Database) throws -> Value) throws(CommandError) -> HistoryAnswer<Value> {
        func answer(isReadOnly: Bool, notes: [String]) throws -> HistoryAnswer<Value> {
            try file.open(isReadOnly: isReadOnly).read { database in
                HistoryAnswer(
                    value: try question(database), notes: notes, refused: try RefusedFolder.fetchCount(database))
            }
        }
        switch file.state {
        case .missing where Files.kind(of: file.folders) == nil:
            return HistoryAnswer(value: nil, notes: [], refused: 0)
        case .foreign(let why):
            throw CommandError(what: "\(path) cannot be used: \(why)", remedy: "Name another file with --store")
        case .ours:
            do { return try answer(isReadOnly: true, notes: []) } catch {
                _ = try StoreFault(error, in: path).damage()
            }
        case .missing, .otherVersion, .damaged: break
        }
        // Another program may just have repaired it; and only a writer can undo a change that was not completed.
        return try change { taking in try answer(isReadOnly: false, notes: taking.report.notes) }
    }
}

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
