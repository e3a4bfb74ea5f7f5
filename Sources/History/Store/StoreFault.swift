import Evidence
import GRDB

/// Why a store cannot be used: either it is damaged, which a rebuild cures, or something else is in the way.
enum StoreFault: Error {
    /// What is wrong with it, as a sentence without its final full stop.
    case damaged(String)
    case trouble(CommandError)

    /// The errors for which the file's content is to blame: a store made by this program understands every statement
    /// of this program.
    private static let ofContent: [ResultCode] = [
        .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT, .SQLITE_ERROR, .SQLITE_INTERNAL, .SQLITE_MISMATCH,
        .SQLITE_SCHEMA, .SQLITE_TOOBIG, .SQLITE_EMPTY, .SQLITE_CONSTRAINT, .SQLITE_NOTFOUND,
    ]

    /// Classifies an error of SQLite, of a row or of this module.
    init(_ error: any Error, in path: String) {
        switch error {
        case let fault as StoreFault: self = fault
        case let trouble as CommandError: self = .trouble(trouble)
        case let error as DatabaseError: self = Self.fault(error, path)
        case is DecodingError, is RowDecodingError: self = .damaged("a row in it is not what was written")
        default: self = .trouble(CommandError(what: "\(path) cannot be used: \(error)", remedy: nil))
        }
    }

    /// Returns what is wrong with a damaged store; throws anything else that is in the way.
    func damage() throws(CommandError) -> String {
        switch self {
        case .damaged(let why): return why
        case .trouble(let trouble): throw trouble
        }
    }

    private static func fault(_ error: DatabaseError, _ path: String) -> StoreFault {
        let (code, extended) = (error.resultCode, error.extendedResultCode)
        if extended == .SQLITE_IOERR_SHORT_READ { return .damaged("a page of it is missing") }
        if extended == .SQLITE_READONLY_ROLLBACK { return .damaged("a program that wrote to it did not end") }
        if ofContent.contains(code) { return .damaged("SQLite cannot read it (\(code.rawValue))") }
        if code == .SQLITE_BUSY || code == .SQLITE_LOCKED {
            return .trouble(
                CommandError(what: "\(path) is being written by another program", remedy: "Try again later"))
        }
        if code == .SQLITE_FULL {
            return .trouble(CommandError(what: "there is no room on the disk of \(path)", remedy: "Make room there"))
        }
        return .trouble(
            CommandError(
                what: "\(path) cannot be read or written (SQLite \(extended.rawValue))",
                remedy: "See that this user may write there; the file cannot lie on a network file system"))
    }
}
