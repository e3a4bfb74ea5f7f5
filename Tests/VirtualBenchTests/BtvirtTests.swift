import Glibc
import Links
import OperatingSystem
import Testing

@testable import Benches

/// The program that makes virtual controllers, when it makes none.
@Suite struct BtvirtTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func fault(of script: String) throws -> RigFault? {
        let program = scratch.path + "/btvirt"
        try Array("#!/bin/sh\n\(script)\n".utf8).withUnsafeBytes { bytes in
            let file = open(program, O_WRONLY | O_CREAT | O_CLOEXEC, 0o755)
            defer { close(file) }
            try #require(file >= 0 && write(file, bytes.baseAddress, bytes.count) == bytes.count)
        }
        // Another test's child that has not executed its program yet may hold the descriptor that wrote the script, and
        // the kernel then refuses to execute it (ETXTBSY).
        for _ in 0..<200 {
            do throws(RigFault) {
                _ = try BtvirtProcess(controllers: 2, program: program, clock: MonotonicClock())
                return nil
            } catch {
                guard error.what.contains(errorText(ETXTBSY)) else { return error }
                usleep(10_000)
            }
        }
        return RigFault("the script stayed busy", remedy: "")
    }

    @Test("one that ends is quoted, with its status and what came of its controllers")
    func ended() throws {
        let what = try #require(try fault(of: "echo Failed to open /dev/vhci >&2; exit 3")).what
        #expect(what.contains("3 attempts") && what.contains("none came, and the kernel set up none"), "\(what)")
        #expect(what.hasSuffix("btvirt ended with status 3, after printing \"Failed to open /dev/vhci\""), "\(what)")
        let killed = try #require(try fault(of: "kill -SEGV $$")).what
        #expect(killed.hasSuffix("btvirt was ended by signal 11"), "\(killed)")
    }

    @Test("none is left behind as a process")
    func reaped() throws {
        _ = try fault(of: "echo $$ >> '\(scratch.path)/pids'; exit 3")
        let pids = try #require(scratch.text("pids")).split(separator: "\n").compactMap { pid_t($0) }
        #expect(pids.count == 3 && pids.allSatisfy { kill($0, 0) != 0 && errno == ESRCH }, "\(pids)")
    }
}
