import Foundation
import Ground
import JSON
import OpenSSL
import TestSupport
import Testing

@testable import Evidence

/// An attacker who changes a gate's files and corrects the hashes.
struct Forger {
    let folder: String

    private func change(_ name: String, _ then: String, _ now: String) throws {
        let text = try #require(Scratch.text(of: "\(folder)/\(name)"))
        try #require(text.contains(then), "\(then) in \(name)")
        try Scratch.write(text.replacing(then, with: now, maxReplacements: 1), to: "\(folder)/\(name)")
    }

    /// Replaces a text in `gate.json`, once.
    func changeDocument(_ then: String, _ now: String) throws { try change("gate.json", then, now) }

    /// Rewrites the record's last line: with another result, if given, and the current hashes of the files.
    func closeRecord(result: String? = nil) throws {
        let path = "\(folder)/record.jsonl"
        let lines = try #require(Scratch.text(of: path)).split(separator: "\n").map(String.init)
        let before = try JSONValue(json: Array(try #require(lines.dropLast().last).utf8))
        guard case .text(let chain)? = before["chain"], let start = ContentHash(hex: chain) else { return }
        let last = try JSONValue(json: Array(try #require(lines.last).utf8))
        guard case .object(var entry)? = last["entry"], case .object(var ended)? = entry["ended"],
            case .object(let files)? = ended["files"]
        else { throw CocoaError(.fileReadCorruptFile) }
        var hashes: [String: JSONValue] = [:]
        for name in files.keys {
            hashes[name] = .text(ContentHash.of(try #require(Scratch.bytes(of: "\(folder)/\(name)"))).hex)
        }
        ended["files"] = .object(hashes)
        if let result { ended["result"] = .text(result) }
        entry["ended"] = .object(ended)
        let value = JSONValue.object(entry)
        let now = ContentHash.of(start.bytes + ContentHash.of(value.bytes).bytes)
        let line = JSONValue.object(["chain": .text(now.hex), "entry": value]).bytes
        try Scratch.write(
            Array(lines.dropLast().map { $0 + "\n" }.joined().utf8) + line + [0x0A], to: path)
    }

    /// Replaces texts throughout the record, and recalculates its hash chain.
    func changeRecord(_ changes: [(then: String, now: String)]) throws {
        let path = "\(folder)/record.jsonl"
        let lines = try #require(Scratch.text(of: path)).split(separator: "\n").map(String.init)
        var (text, chain) = ("", [UInt8]())
        for line in lines {
            let changed = changes.reduce(line) { $0.replacing($1.then, with: $1.now) }
            let entry = try #require(try JSONValue(json: Array(changed.utf8))["entry"])
            chain = ContentHash.of(chain + ContentHash.of(entry.bytes).bytes).bytes
            let value = JSONValue.object(["chain": .text(chain.hex(separator: "")), "entry": entry])
            text += String(decoding: value.bytes, as: UTF8.self) + "\n"
        }
        try Scratch.write(text, to: path)
    }

    /// Removes everything after the line that says that this many runs have ended, and those runs' files.
    ///
    /// With the benches' state folder, the benches' memory is truncated as well, as after a kill; otherwise it is
    /// manipulation.
    func cut(afterRuns count: Int, remembering state: String? = nil) throws {
        let path = "\(folder)/record.jsonl"
        var kept: [String] = []
        var (started, ended, begun) = ([String](), 0, 0)
        for line in try #require(Scratch.text(of: path)).split(separator: "\n").map(String.init) {
            if line.contains("\"runStarted\"") { begun += 1 }
            if ended < count || begun == 0 { kept.append(line) }
            if line.contains("\"runEnded\"") { ended += 1 }
            let run = try JSONValue(json: Array(line.utf8))["entry"]?["runStarted"]
            if ended >= count, case .text(let name)? = run?["folder"] { started.append(name) }
        }
        let text = kept.map { $0 + "\n" }.joined()
        try Scratch.write(text, to: path)
        if let state {
            let reading = try GateRecordReading(Array(text.utf8))
            try RecordMemories(of: reading.start.bench.fingerprint, in: state).resume(reading.id).write(
                RecordMemory(lines: reading.lines, chain: reading.chain))
        }
        let manager = FileManager.default
        for name in started { try manager.removeItem(atPath: "\(folder)/\(name)") }
        for name in try manager.contentsOfDirectory(atPath: folder)
        where ["gate.", "test-result.", "run.json"].contains(where: { name.hasPrefix($0) }) {
            try manager.removeItem(atPath: "\(folder)/\(name)")
        }
    }
}
