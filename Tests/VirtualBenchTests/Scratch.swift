import Foundation
import TestSupport
import Testing

/// A temporary folder that is deleted with its owner.
final class Scratch: Sendable {
    let path: String

    init() throws {
        path = "\(FileManager.default.temporaryDirectory.path)/trammel-bench-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    func text(_ name: String) -> String? { Self.text(at: self(name)) }

    /// Returns the sorted names in a folder; nil if it does not exist.
    static func names(in path: String) -> [String]? {
        (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted()
    }

    static func text(at path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the evidence that one `trammel run --output` left of one scenario.
    func evidence(of run: String, in output: String) throws -> Evidence {
        let folder = self("\(output)/\(run)")
        let verdict = try #require(
            FileManager.default.contents(atPath: folder + "/verdict.json"), "no verdict in \(folder)")
        let told = try JSONDecoder().decode(Evidence.Verdict.self, from: verdict)
        // The rig in the machine reports by itself that it was short of processor time.
        if told.code == "rig.undecided" { SteadyMachineTrait.noteStandstill() }
        let journal = try #require(Self.text(at: folder + "/journal.jsonl"), "no journal in \(folder)")
        return Evidence(
            verdict: told,
            journal: journal.split(separator: "\n").map(String.init))
    }
}

/// The evidence of one run, as far as these tests need it.
struct Evidence {
    struct Verdict: Decodable {
        struct Elapsed: Decodable { let nanoseconds: Int64 }

        let verdict: String
        let code: String?
        let reason: String?
        let scenario: String
        let stepsPassed: Int
        let stepsInAll: Int
        let elapsed: Elapsed
    }

    let verdict: Verdict
    /// One event per line, as JSON.
    let journal: [String]

    /// Returns the index of the first line at or after `start` that holds all of these.
    func place(of parts: String..., after start: Int = 0) -> Int? {
        journal.indices.dropFirst(start).first { index in parts.allSatisfy { journal[index].contains($0) } }
    }
}
