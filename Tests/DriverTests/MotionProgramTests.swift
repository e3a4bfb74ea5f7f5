import Glibc
import Ground
import Links
import OperatingSystem
import TestSupport
import Testing

@testable import Benches

/// The bench owner's program that moves the phone: judged by the position that it reads back.
@Suite("A program that moves the phone")
struct MotionProgramTests {
    private let clock = MonotonicClock()
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func program(_ body: String) throws -> MotionProgram {
        try Scratch.write("#!/bin/sh\ncd '\(scratch.path)' || exit 9\n\(body)\n", to: scratch("rail"))
        try #require(chmod(scratch("rail"), 0o755) == 0)
        return MotionProgram(path: scratch("rail"), limit: .seconds(2), grace: .milliseconds(300))
    }

    private func walk(_ body: String) throws -> MotionProgram.Answer {
        try program(body).move("door", from: .metres(4), to: .metres(1.5), at: .metresPerSecond(1), clock: clock)
    }

    @Test("the act, the accessory, metres and speed are its arguments, and the last line is the position")
    func acts() throws {
        #expect(
            try walk("echo \"$*\" >> acts; echo moving; echo 'at 1.498 +-0.020'")
                == .at(.metres(1.498), within: .metres(0.02)))
        let place = try program("echo \"$*\" >> acts; echo unknown")
        #expect(try place.place("door", at: .metres(2), clock: clock) == .unknown)
        #expect(Scratch.text(of: scratch("acts")) == "move door 4.000 1.500 1.000\nplace door 2.000\n")
    }

    @Test(
        "a program that lies, hangs, floods, contradicts itself or does nothing is the rig's fault",
        arguments: [
            "true", "echo done", "echo 'at 1.3 +-0.02'", "echo 'at 4.000 +-0.020'", "echo 'at 1.5 +-1.5'",
            "echo 'at 1.4 +-0.1'; echo 'at 1.5 +-0.1'", "echo 'at 1.5'", "echo 'at -1.5 +-0.1'", "echo 'at 1.5 +-nan'",
            "echo 'at 1.5 +-0.1'; exit 3", "exit 64", "sleep 60", "yes | head -c 10000000; echo 'at 1.5 +-0.1'",
        ])
    func refuses(_ body: String) throws {
        #expect(throws: RigFault.self) { try walk(body) }
    }

    @Test("the mover reports what was read back before the act, and acts one at a time")
    func mover() throws {
        let mailbox = Mailbox()
        let mover = try PhoneMover(
            try program("case $1 in place) echo 'at 4.000 +-0.010';; *) echo unknown;; esac"), mailbox: mailbox,
            clock: clock)
        #expect(mover.perform(.place("door", .metres(4))))
        #expect(mover.perform(.move("door", from: .metres(4), to: .metres(1), at: .metresPerSecond(2))))
        #expect(!mover.perform(.dropLink("door")))
        let expected: [StageEvent] = [
            .readBack(.position("door", .metres(4), within: .metres(0.01))), .placed("door"), .arrived("door"),
        ]
        for event in expected {
            guard case .arrival(let arrival) = mailbox.take(until: clock.now + .seconds(30), clock: clock) else {
                Issue.record("nothing came")
                return
            }
            #expect(arrival.inbound == .stage(event))
        }
        mover.close()
    }
}
