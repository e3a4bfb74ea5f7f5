import Glibc
import TestSupport
import Testing

/// Code that runs for the first time is slow, and that time must not fall into a step.
@Suite struct WiredWarmUpTests {
    /// Returns whether the program ever has the thread that plays the scenario in memory first.
    private func rehearses(_ arguments: [String]) throws -> Bool {
        let program = try Program(arguments, isSilent: true)
        var isSeen = false
        while !isSeen, !hasEnded(program.process) {
            let tasks = "/proc/\(program.process)/task"
            isSeen = (Scratch.names(in: tasks) ?? []).contains {
                Scratch.text(of: "\(tasks)/\($0)/comm") == "rehearsal\n"
            }
        }
        _ = program.end()
        return isSeen
    }

    private func hasEnded(_ process: pid_t) -> Bool {
        var info = siginfo_t()
        return waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) != 0
            || info._sifields._kill.si_pid == process
    }

    @Test("a run on hardware is rehearsed in memory before, and one in virtual time is not")
    func hardware() throws {
        let bench = try WiredBench()
        // Nobody listens there: the run itself is over soon, and its rehearsal has a hundred rounds.
        let port = try LoopbackPort()
        let options = bench.options.map { $0.hasPrefix("door=") ? "door=lan:127.0.0.1:\(port.number)" : $0 }
        #expect(try rehearses(["run", "hundredRounds"] + options))
        #expect(try !rehearses(["run", "hundredRounds"]))
    }
}
