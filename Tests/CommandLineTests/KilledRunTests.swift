import Glibc
import Ground
import Recordings
import Testing
import Traces

/// A program that ended, or stood still, before its trace had grown enough.
private struct SilentProgram: Error {
    let output: String
}

@Suite struct KilledRunTests {
    /// The program plays two scenarios again and again and is killed when the trace of one of its runs has
    /// grown by a random number of bytes: in the middle of whatever it was doing then.
    @Test func whatWasWrittenBeforeAKillIsReadableAndNothingOfItPasses() throws {
        var generator = SeededGenerator(seed: 9)
        var unfinished = 0
        for round in 1...15 {
            let scratch = try Scratch()
            let run = Int.random(in: 1...4, using: &generator)
            let size = Int.random(in: 1...150_000, using: &generator)
            let program = try Program(
                ["run", "connectionStorm", "fullFlow", "--repeat", "1000", "--output", scratch("a")], isSilent: true)
            let folder = try Self.wait(for: run, of: size, in: scratch("a"), program)
            kill(program.process, SIGKILL)
            #expect(program.leave() == 256 + SIGKILL)
            for name in Scratch.names(in: scratch("a")) ?? [] {
                unfinished += try Self.check("\(scratch("a"))/\(name)", "round \(round), \(name), \(folder)") ? 0 : 1
            }
            #expect(Scratch.bytes(of: scratch("a/report.xml")) == nil)
        }
        #expect(unfinished >= 10, "of 15 kills most should hit a run in the middle")
    }

    /// Looks at one run's folder; true when the run came to its end.
    private static func check(_ folder: String, _ what: String) throws -> Bool {
        let (events, error) = trace(in: folder)
        let names = Scratch.names(in: folder) ?? []
        #expect(error == nil || error?.kind == .truncated, "\(what): \(String(describing: error))")
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
        // The verdict comes last: with it there is a whole trace, and without it nothing says that the run passed.
        if names.contains("verdict.json") { #expect(hasEnded && error == nil, "\(what)") }
        return names.contains("verdict.json")
    }

    /// Waits until the trace of a run has so many bytes, or the next one has begun; returns the run's folder.
    private static func wait(for run: Int, of size: Int, in output: String, _ program: Program) throws -> String {
        for _ in 0..<5_000_000 {
            let folders = (Scratch.names(in: output) ?? []).sorted()
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
