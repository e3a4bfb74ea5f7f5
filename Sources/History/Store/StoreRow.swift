import FoundationEssentials
import GRDB
import Ground

/// A row of a store, in which nothing is trusted: unexpected content is damage, never a crash.
struct StoreRow {
    let row: Row

    func number(_ column: Int) throws(StoreFault) -> Int64 {
        guard let number = try optionalNumber(column) else { throw .damaged("a number is missing in it") }
        return number
    }

    func optionalNumber(_ column: Int) throws(StoreFault) -> Int64? {
        let value: DatabaseValue = row[column]
        switch value.storage {
        case .int64(let number): return number
        case .null: return nil
        case .double, .string, .blob: throw .damaged("something else stands in the place of a number")
        }
    }

    func text(_ column: Int) throws(StoreFault) -> String {
        let value: DatabaseValue = row[column]
        switch value.storage {
        case .string(let text): return text
        case .null: return ""
        case .double, .int64, .blob: throw .damaged("something else stands in the place of a text")
        }
    }

    func hash(_ column: Int) throws(StoreFault) -> ContentHash {
        let value: DatabaseValue = row[column]
        guard case .blob(let data) = value.storage, let hash = ContentHash(data) else {
            throw .damaged("something else stands in the place of a hash")
        }
        return hash
    }
}

extension Database {
    /// Calls the body with every row of a question.
    func each(
        _ question: String, _ arguments: StatementArguments = StatementArguments(), _ body: (StoreRow) throws -> Void
    ) throws {
        let rows = try Row.fetchCursor(cachedStatement(sql: question), arguments: arguments)
        while let row = try rows.next() { try body(StoreRow(row: row)) }
    }

    /// Returns the first row of a question as a value; nil if there is none.
    func first<Value>(
        _ question: String, _ arguments: StatementArguments, _ body: (StoreRow) throws -> Value
    ) throws -> Value? {
        let rows = try Row.fetchCursor(cachedStatement(sql: question), arguments: arguments)
        return try rows.next().map { try body(StoreRow(row: $0)) }
    }

    /// Runs a statement, which is kept prepared.
    func perform(_ statement: String, _ arguments: StatementArguments = StatementArguments()) throws {
        try cachedStatement(sql: statement).execute(arguments: arguments)
    }
}

extension ContentHash {
    var data: Data { Data(bytes) }
}
