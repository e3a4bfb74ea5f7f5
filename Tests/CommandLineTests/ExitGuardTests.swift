import Glibc
import TestSupport
import Testing

/// The exit status when a package's own code ends the process; `ci/new-package` tests the same with a package.
@Suite(.enabled(if: access("/usr/bin/cc", X_OK) == 0, "there is no C compiler"))
struct ExitGuardTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Builds a library that is preloaded in the role of a package's own code.
    private func library(_ code: String) throws -> [String: String] {
        let head = "#include <stdlib.h>\n#include <unistd.h>\n#include <pthread.h>\n"
        try Scratch.write(head + code, to: scratch("own.c"))
        let compiler = try OtherProgram.run(
            "/usr/bin/cc", ["-shared", "-fPIC", "-o", scratch("own.so"), scratch("own.c"), "-lpthread"])
        try #require(compiler.status == 0, "\(compiler.output)")
        return ["LD_PRELOAD": scratch("own.so")]
    }

    private static let atExit = """
        static void leave(void) { exit(0); }
        __attribute__((constructor)) static void begin(void) { atexit(leave); }
        """

    /// Ends the process as soon as the file named by `SIGN` exists.
    private static func whenThere(_ status: Int) -> String {
        """
        static void *wait(void *none) {
            while (access(getenv("SIGN"), F_OK) != 0) usleep(1000);
            exit(\(status));
        }
        __attribute__((constructor)) static void begin(void) {
            pthread_t thread;
            if (getenv("SIGN")) pthread_create(&thread, NULL, wait, NULL);
        }
        """
    }

    private static let broken = ["--port", "door=simulated:variant=appleSample,defect=answersTwice"]

    @Test("a handler that ends the process with 0 does not hide failures, nor that nothing was played")
    func handler() throws {
        let own = try library(Self.atExit)
        #expect(try Program(["run", "answersAtOnce"] + Self.broken, environment: own).end().status == 1)
        #expect(try Program(["run", "answersAtOnce"], environment: own).end().status == 0)
        #expect(try Program(["run", "answersAtOnce", "--tag", "needsMotion"], environment: own).end().status == 4)
        #expect(try Program(["run", "noSuchScenario"], environment: own).end().status == 64)
    }

    @Test(
        "an exit in the middle of a run ends with the status of the results so far",
        arguments: [(0, true, Int32(1)), (0, false, 4), (1, false, 3), (7, false, 7), (7, true, 1)])
    func thread(status: Int, fails: Bool, expected: Int32) throws {
        var own = try library(Self.whenThere(status))
        // The second run's folder appears when the first run has ended.
        own["SIGN"] = scratch("runs/002-hundredRounds-seed1")
        let arguments = ["run", "answersAtOnce", "hundredRounds", "--output", scratch("runs")]
        let ended = try Program(arguments + (fails ? Self.broken : []), environment: own).end()
        #expect(ended.status == expected, "\(ended.output)\(ended.error)")
        #expect(ended.error.contains("exit status is \(expected)"), "\(ended.error)")
        // The report still says that the command did not end.
        #expect(Scratch.text(of: scratch("runs/report.xml"))?.contains("errors=\"1\"") == true)
    }

    @Test("a crash doesn't hold the output open")
    func crash() throws {
        var program = try Program(["run", "hundredRounds", "--seeds", "1000", "--verbose"])
        let hasBegun = program.waitFor("hundredRounds on simulated")
        try #require(hasBegun)
        let clock = ContinuousClock()
        let began = clock.now
        kill(program.process, SIGILL)
        #expect(program.end().status == 256 + SIGILL)
        #expect(clock.now - began < .seconds(5))
    }
}
