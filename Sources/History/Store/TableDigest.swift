import Attestation
import FoundationEssentials
import GRDB
import Ground

/// A digest over the rows of tables, which is equal only if every value is.
struct TableDigest {
    private var state = SHA256Stream()
    private var buffer: [UInt8] = []
    private static let block = 1 << 16

    mutating func begin(_ title: String) { add("=\(title)\n".utf8) }

    /// Adds a letter for the kind of each value, and text and bytes with their lengths.
    mutating func add(_ row: Row) {
        for column in 0..<row.count {
            let value: DatabaseValue = row[column]
            switch value.storage {
            case .null: add([UInt8(ascii: "n")])
            case .int64(let number):
                add([UInt8(ascii: "i")])
                add(number)
            case .string(let text):
                add([UInt8(ascii: "t")])
                add(Int64(text.utf8.count))
                add(text.utf8)
            case .blob(let data):
                add([UInt8(ascii: "b")])
                add(Int64(data.count))
                add(data)
            case .double: add([UInt8(ascii: "d")])
            }
        }
        if buffer.count >= Self.block { flush() }
    }

    /// The digest; nothing can be added after it.
    var hash: ContentHash {
        mutating get {
            flush()
            return state.value
        }
    }

    private mutating func add(_ bytes: some Sequence<UInt8>) { buffer.append(contentsOf: bytes) }

    private mutating func add(_ number: Int64) {
        withUnsafeBytes(of: number.littleEndian) { buffer.append(contentsOf: $0) }
    }

    private mutating func flush() {
        state.update(buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}
