public import Evidence
import Glibc
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

    /// Imports the runs in these folders, or those of other stores, which are files. Runs that are already known stay.
    public func take(_ paths: [String]) throws(CommandTrouble) -> HistoryImport {
        try change { (taking) throws(StoreFault) in
            var (folders, stores) = ([String](), [String]())
            for path in paths {
                guard let absolute = Files.absolute(path), let kind = Files.kind(of: absolute) else {
                    throw .trouble(
                        CommandTrouble(what: "there is nothing at \(path)", remedy: "Name a folder with runs"))
                }
                if kind == .folder { folders.append(absolute) } else { stores.append(absolute) }
            }
            try taking.take(folders: folders, stores: stores)
        }
    }

    /// Imports runs that were already read or generated, each once, without looking for their folders.
    public func take(_ runs: [HistoryRun]) throws(CommandTrouble) -> HistoryImport {
        try change { (taking) throws(StoreFault) in try taking.take(runs: runs) }
    }

    /// Rebuilds the store from all folders that it knows. Rows whose folder is gone are kept, if they can be read.
    public func rebuild() throws(CommandTrouble) -> HistoryImport {
        try change { (taking) throws(StoreFault) in try taking.rebuild() }
    }

    /// Makes a change, and again after a rebuild if the store turns out to be damaged.
    func change(_ body: (inout StoreTaking) throws(StoreFault) -> Void) throws(CommandTrouble) -> HistoryImport {
        do { try Files.makeFolder(Files.folder(of: path)) } catch { throw .cannotWrite(path, error) }
        let lock = try StoreLock(file.writerLock, .alone)
        defer { withExtendedLifetime(lock) {} }
        var taking = StoreTaking(file)
        do throws(StoreFault) {
            try taking.prepare()
            do throws(StoreFault) { try body(&taking) } catch {
                guard case .damaged(let why) = error else { throw error }
                try taking.recover(why)
                try body(&taking)
            }
            return taking.report
        } catch {
            switch error {
            case .trouble(let trouble): throw trouble
            case .damaged(let why):
                throw CommandTrouble(what: "\(path) is damaged: \(why)", remedy: "Make it anew from its folders")
            }
        }
    }
}
