import Evidence
import OperatingSystem

extension StoreTaking {
    /// Creates a new store next to the old one, fills it, and replaces the old one.
    ///
    /// No reader has the old one open at that moment, because SQLite's own files next to it would be mistaken for the
    /// new one's.
    func replace(keepingOld: Bool, _ fill: (StoreConnection) throws(StoreFault) -> Void) throws(StoreFault) {
        let part = "\(Files.folder(of: file.path))/.trammel-history-\(UInt64.random(in: 0 ... .max)).part"
        defer { for path in StoreFile(path: part).sqliteFiles + [part] { Files.remove(path) } }
        // SQLite would reuse a file that already exists.
        do { try Files.create(part).close() } catch { throw .trouble(.cannotWrite(part, error)) }
        let store = try StoreConnection.make(part)
        try fill(store)
        try store.close()
        do throws(CommandTrouble) { try put(part, keepingOld: keepingOld) } catch { throw .trouble(error) }
    }

    private func put(_ part: String, keepingOld: Bool) throws(CommandTrouble) {
        do { try Files.sync(try Files.open(part), part) } catch { throw .cannotWrite(part, error) }
        let alone = try StoreLock(file.readerLock, .alone)
        defer { withExtendedLifetime(alone) {} }
        do {
            if keepingOld, Files.kind(of: file.path) != nil {
                try Files.rename(file.path, to: file.aside, mustBeNew: false)
            }
            for path in file.sqliteFiles { Files.remove(path) }
            try Files.rename(part, to: file.path, mustBeNew: false)
            try Files.sync(folder: Files.folder(of: file.path))
        } catch {
            throw .cannotWrite(file.path, error)
        }
        if Files.kind(of: file.folders) == nil { try StoreFolders().write(besides: file) }
    }
}
