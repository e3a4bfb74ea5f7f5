import Evidence
import GRDB

/// Why a store cannot be used: either it is damaged, which a rebuild cures, or something else is in the way.
enum StoreFault: Error {
    /// What is wrong with it, as a sentence without its final full stop.
    case damaged(String)
    case trouble(CommandTrouble)

    /// Classifies an error of SQLite or this module by whether the file's content is to blame.
    init(_ error: any Error, in path: String) {
        switch error {
        case let fault as StoreFault: self = fault
        case let trouble as CommandTrouble: self = .trouble(trouble)
        case let error as DatabaseError: self = Self.fault(error, path)
        default: self = .trouble(CommandTrouble(what: "\(path) cannot be used: \(error)", remedy: nil))
        }
    }

    private static func fault(_ error: DatabaseError, _ path: String) -> StoreFault {
        let code = error.resultCode
        if error.extendedResultCode == .SQLITE_IOERR_SHORT_READ { return .damaged("a page of it is missing") }
        // A store made by this program understands every statement of this program.
        let ofContent: [ResultCode] = [
            .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_ERROR, .SQLITE_INTERNAL, .SQLITE_MISMATCH,
            .SQLITE_SCHEMA, .SQLITE_TOOBIG, .SQLITE_EMPTY, .SQLITE_CONSTRAINT, .SQLITE_NOTFOUND,
        ]
        if ofContent.contains(code) { return .damaged("SQLite cannot read it (\(code.rawValue))") }
        if code == .SQLITE_BUSY || code == .SQLITE_LOCKED {
            return .trouble(
                CommandTrouble(what: "\(path) is being written by another program", remedy: "Try again later"))
        }
        if code == .SQLITE_FULL {
            return .trouble(CommandTrouble(what: "there is no room on the disk of \(path)", remedy: "Make room there"))
        }
        return .trouble(
            CommandTrouble(
                what: "\(path) cannot be read or written (SQLite \(error.extendedResultCode.rawValue))",
                remedy: "See that this user may write there; the file cannot lie on a network file system"))
    }
}
