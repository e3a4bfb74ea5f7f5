import AppProperties
import Foundation
import Ground

/// The files of Tests/Vectors/plists, written by plistlib, with their contents.
enum PropertyListVectors {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Vectors/plists")

    static func file(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: folder.appending(path: name))) }

    /// The names, with the contents in the notation of `generate.py`.
    static let expected: [(name: String, holds: String)] = {
        let rows = (try? file("expected.txt")).map { String(decoding: $0, as: UTF8.self).split(separator: "\n") } ?? []
        return rows.map { row in
            let parts = row.split(separator: "\t", maxSplits: 1).map(String.init)
            return (parts[0], parts[1])
        }
    }()

    /// Returns the value in the notation of `generate.py`.
    static func text(_ list: PropertyList) -> String {
        switch list.value {
        case .dictionary(let dictionary):
            let members = dictionary.members.map { "s\($0.key.utf8.hex(separator: "")):\(text($0.value))" }
            return "{\(members.joined(separator: ","))}"
        case .array(let elements): return "[\(elements.map(text).joined(separator: ","))]"
        case .string(let string): return "s\(string.utf8.hex(separator: ""))"
        case .integer(let value): return "i\(value)"
        case .real(let value): return "r\(bits(value))"
        case .boolean(let value): return "\(value)"
        case .date(let date): return "d\(bits(date.seconds))"
        case .data(let data): return "x\(data.hex(separator: ""))"
        case .reference(let value): return "u\(value)"
        }
    }

    /// Returns the text itself, or the hash of a long one, in the notation of `generate.py`.
    static func shortened(_ text: String) -> String {
        text.utf8.count <= 4_000 ? text : FNV1a(text.utf8).value.hexadecimal
    }

    private static func bits(_ value: Double) -> String { String(value.bitPattern.hexadecimal.dropFirst(2)) }
}

/// Parses a text that must be a property list.
func list(_ text: String) throws -> PropertyList { try PropertyListFile(Array(text.utf8)).root }

/// Returns a document with this content within plist.
func xml(_ text: String) -> String { "<plist version=\"1.0\">\(text)</plist>" }

/// Returns the error of a file; nil if there is none.
func problem(
    _ bytes: [UInt8], limits: PropertyListFile.Limits = .standard
) -> PropertyListError? {
    do throws(PropertyListError) { _ = try PropertyListFile(bytes, limits: limits) } catch { return error }
    return nil
}
