import Glibc
import Ground
import Journal
import Recordings
import TestSupport
import Testing
import Traces

/// The program ended, or stalled, before its trace had grown enough.
private struct SilentProgram: Error {
    let output: String
}

@Suite struct KilledRunTests {
    /// The program plays two scenarios with many seeds and is killed when the trace of one of its runs has grown by a
    /// random number of bytes, in the middle of whatever it is doing.
    @Test("files written before a kill at a random instant are readable, and nothing in them passes")
    func randomInstants() throws {
        var generator = SeededGenerator(seed: 9)
        var unfinished = 0
        for round in 1...50 {
            let scratch = try Scratch()
            let run = Int.random(in: 1...2, using: &generator)
            let size = Int.random(in: 1...150_000, using: &generator)
            let program = try Program(
                ["run", "connectionStorm", "fullFlow", "--seeds", "1000", "--output", scratch("a")], isSilent: true)
            let folder = try Self.wait(for: run, of: size, in: scratch("a"), program)
            kill(program.process, SIGKILL)
            #expect(program.leave() == 256 + SIGKILL)
            for name in Scratch.names(in: scratch("a")) ?? [] where name.first?.isNumber == true {
                unfinished += try Self.check("\(scratch("a"))/\(name)", "round \(round), \(name), \(folder)") ? 0 : 1
            }
            #expect(Scratch.text(of: scratch("a/report.xml"))?.contains("errors=\"1\"") == true)
        }
        #expect(unfinished >= 40, "of 50 kills most should hit a run in the middle")
    }

    /// The kernel lets the trace grow up to each end of a block, a byte less or a byte more, and kills the program at
    /// the write beyond that.
    @Test(
        "a program that is killed at any block of its trace leaves every block before it, and no verdict",
        .enabled(if: FileSizeLimit.obstacle == nil, "\(FileSizeLimit.obstacle ?? "")"),
        arguments: [
            ("tagOpensApp", every: 1), ("answersAtOnce", every: 12),
        ])
    func everyBlock(scenario: String, every stride: Int) throws {
        let whole = try Scratch()
        let command = ["run", scenario, "--output"]
        try #require(try Program(command + [whole("a")]).end().status == 0)
        let folder = "a/001-\(scenario)-seed1"
        let file = try #require(Scratch.bytes(of: whole("\(folder)/trace.pcapng")))
        let journal = try #require(Scratch.bytes(of: whole("\(folder)/journal.jsonl")))
        try #require(journal.count < file.count, "the trace is what reaches the limit first")
        // Before the trace begins, the journal has its first line.
        let shortest = (journal.firstIndex(of: 0x0A) ?? 0) + 1
        let (events, error) = trace(in: whole(folder))
        let ends = Self.blockEnds(of: file)
        try #require(error == nil && events.count > 30 && ends.last == file.count && ends.count > 35)
        let limits = ends.indices.filter { $0 % stride == 0 || ends[$0] == file.count }.flatMap { place in
            [ends[place] - 1, ends[place], ends[place] + 1]
        }
        // The report, which exists from the beginning, needs more space.
        for (index, size) in limits.enumerated() where size > max(shortest, 4_000) && size < file.count {
            let scratch = try Scratch()
            let program = try Program(
                command + [scratch("a")], isSilent: true, launcher: FileSizeLimit.killing(at: size))
            #expect(program.leave() == 256 + SIGXFSZ, "at \(size)")
            let left = try #require(Scratch.bytes(of: scratch("\(folder)/trace.pcapng")))
            #expect(left.count == size)
            #expect(try Self.check(scratch(folder), "at \(size)") == false)
            let (read, error) = trace(in: scratch(folder))
            // The wall-clock time at its beginning is the only difference between two runs with one seed.
            #expect(read.dropFirst() == events.dropFirst().prefix(max(0, read.count - 1)), "at \(size)")
            #expect(
                (error == nil) == (ends.contains(size) && !read.isEmpty), "at \(size): \(String(describing: error))")
            guard index % 25 == 0 || size >= file.count - 1, !read.isEmpty else { continue }
            let shown = try Program.run("show", scratch(folder))
            #expect(shown.status == 0 && shown.error.contains("aborted"), "at \(size): \(shown.error)")
        }
    }

    /// Returns the ends of a trace's blocks.
    static func blockEnds(of file: [UInt8]) -> [Int] {
        var ends: [Int] = []
        var end = 0
        while end + 8 <= file.count {
            let length = (0..<4).reduce(0) { $0 | Int(file[end + 4 + $1]) << (8 * $1) }
            guard length >= 12 else { break }
            end += length
            ends.append(end)
        }
        return ends
    }

    /// Checks one run's folder; returns whether the run came to its end.
    private static func check(_ folder: String, _ what: String) throws -> Bool {
        let (events, error) = trace(in: folder)
        let names = Scratch.names(in: folder) ?? []
        let isEmpty = (Scratch.bytes(of: "\(folder)/trace.pcapng") ?? []).count < 28
        #expect(
            error == nil || error?.kind == .truncated || isEmpty || events.isEmpty,
            "\(what): \(String(describing: error))")
        var numbers = 0
        for event in events {
            switch event {
            case .received(_, _, let number), .sent(_, _, let number):
                numbers += 1
                if number != numbers { Issue.record("\(what): frame \(number) is the \(numbers)th") }
            case .gap(let gap): Issue.record("\(what): \(gap)")
            default: break
            }
        }
        let hasEnded = events.contains { if case .ended = $0 { true } else { false } }
        // The verdict comes last: with it there is a complete trace, and without it nothing says that the run passed.
        if names.contains("verdict.json") { #expect(hasEnded && error == nil, "\(what)") }
        return names.contains("verdict.json")
    }

    /// Waits until the trace of a run has a given size, or the next run has begun; returns the run's folder.
    private static func wait(for run: Int, of size: Int, in output: String, _ program: Program) throws -> String {
        for _ in 0..<5_000_000 {
            let folders = (Scratch.names(in: output) ?? []).filter { $0.first?.isNumber == true }.sorted()
            if folders.count > run { return folders[run - 1] }
            if folders.count == run, let folder = folders.last {
                var status = stat()
                if stat("\(output)/\(folder)/trace.pcapng", &status) == 0, status.st_size >= size { return folder }
            }
        }
        kill(program.process, SIGKILL)
        _ = program.leave()
        throw SilentProgram(output: output)
    }
}
