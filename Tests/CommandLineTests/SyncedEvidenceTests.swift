import Glibc
import TestSupport
import Testing

/// strace, which shows a program's system calls.
private enum SystemCalls {
    static let program = "/usr/bin/strace"
    /// The reason why it is unavailable; nil if it is available.
    static let obstacle = access(program, X_OK) == 0 ? nil : "strace is not installed"
}

/// The order in which a run's evidence reaches the disk, which matters after a loss of power.
@Suite(.enabled(if: SystemCalls.obstacle == nil, "\(SystemCalls.obstacle ?? "")")) struct SyncedEvidenceTests {
    @Test("trace, journal, verdict and their names are on the disk before the verdict gets its name, and that is too")
    func order() throws {
        let scratch = try Scratch()
        let launcher = [
            SystemCalls.program, "-f", "-y", "-e", "trace=write,fsync,rename,link,linkat", "-o", scratch("calls"),
        ]
        let ended = try Program(["run", "tagOpensApp", "--output", scratch("a")], launcher: launcher).end()
        try #require(ended.status == 0, "\(ended.error)")
        let calls = try #require(Scratch.text(of: scratch("calls"))).split(separator: "\n")
        let folder = scratch("a/001-tagOpensApp-seed1")
        func last(_ call: String, _ path: String) throws -> Int {
            try #require(
                calls.lastIndex { $0.contains("\(call)(") && $0.contains(path) }, "no \(call) of \(path)")
        }
        let named = try last("link", "\(folder)/verdict.json")
        for file in ["trace.pcapng>", "journal.jsonl>", ".trammel-"] {
            // The run's page comes later, also under a temporary name.
            let before = calls[..<named]
            let written = try #require(before.lastIndex { $0.contains("write(") && $0.contains("\(folder)/\(file)") })
            let synced = try #require(before.lastIndex { $0.contains("fsync(") && $0.contains("\(folder)/\(file)") })
            #expect(written < synced, "\(file)")
            guard file != ".trammel-" else { continue }
            #expect(try last("write", "\(folder)/\(file)") == written, "\(file) is written to after the verdict")
        }
        // The manifest has its name before the verdict, and is on disk before that.
        let listed = try last("link", "\(folder)/manifest.sha256")
        #expect(listed < named)
        let folders = calls.indices.filter { calls[$0].contains("fsync(") && calls[$0].contains("\(folder)>") }
        #expect(folders.contains { $0 < named } && folders.contains { $0 > named })
        let parents = calls.indices.filter { calls[$0].contains("fsync(") && calls[$0].contains("\(scratch("a"))>") }
        #expect(parents.contains { $0 < named }, "the run's folder has its name on the disk")
    }
}
