import AppProperties
import Foundation
import Ground
import TestSupport
import Testing

/// Many hostile files: a value, or an error with its location.
@Suite struct HostilePropertyListTests {
    private static func seeds(_ form: String) throws -> [[UInt8]] {
        let files = PropertyListVectors.expected.map(\.name).filter { $0.hasSuffix(".\(form).plist") }
        return try files.map { try PropertyListVectors.file($0) }.filter { $0.count < 2_000 }
    }

    @Test("100,000 mutated files of a form are values, or an error with its place", arguments: ["xml", "binary"])
    func mutatedFiles(form: String) throws {
        var mutator = Mutator(seeds: try Self.seeds(form), number: 24)
        let limits = PropertyListFile.Limits(size: 1 << 16, values: 1_000)
        var (read, refused) = (0, 0)
        for _ in 0..<100_000 {
            let bytes = mutator.next(limit: 2_000)
            do throws(PropertyListError) {
                let file = try PropertyListFile(bytes, limits: limits)
                read += 1
                var count = 0
                if !Self.lies(file.root, within: bytes.count, &count) || count > limits.values {
                    Issue.record("\(bytes.hex): \(count) values")
                }
            } catch {
                refused += 1
                if !(0...bytes.count).contains(error.place.offset) || error.meaning.isEmpty {
                    Issue.record("\(bytes.hex): \(error)")
                }
            }
        }
        #expect(read > 5_000 && refused > 20_000, "\(read) read, \(refused) refused")
    }

    /// Returns whether every value is located within the file; counts values and keys.
    private static func lies(_ list: PropertyList, within size: Int, _ count: inout Int) -> Bool {
        count += 1
        guard (0..<size).contains(list.place.offset) else { return false }
        switch list.value {
        case .dictionary(let dictionary):
            for member in dictionary.members {
                count += 1
                let isThere = (0..<size).contains(member.keyPlace.offset)
                guard isThere, lies(member.value, within: size, &count) else { return false }
            }
            return true
        case .array(let elements): return elements.allSatisfy { lies($0, within: size, &count) }
        case .string, .integer, .real, .boolean, .date, .data, .reference: return true
        }
    }

    @Test func aFileThatIsTooLongIsNotRead() throws {
        let limit = PropertyListFile.Limits.standard.size
        for start in ["<plist><string>", "bplist00"] {
            let error = problem(Array(start.utf8) + [UInt8](repeating: 0x61, count: limit))
            #expect(error?.kind == .tooLarge && error?.place.offset == limit)
        }
    }

    @Test func everyVersionOfTheBinaryFormButOneHasItsByte() throws {
        let good = try PropertyListVectors.file("root.binary.plist")
        for version in UInt8.min...UInt8.max where version != 0x30 {
            var bytes = good
            bytes[7] = version
            let error = try #require(problem(bytes), "version 0\(version) was read")
            #expect(error.kind == .version && (6...7).contains(error.place.offset))
        }
    }
}
