import Glibc
import Ground
import Links
import OperatingSystem
import RigKit
import TestSupport
import Testing

@testable import Benches

/// The bench owner's programs: bounded, judged by more than their exit status, and gone when the bench is.
@Suite("Programs that present tags, and block radios")
struct ReversibleProgramTests {
    private let clock = MonotonicClock()
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Writes a shell script and returns its path.
    private func script(_ body: String, _ name: String = "tag", mode: mode_t = 0o755) throws -> String {
        try Scratch.write("#!/bin/sh\ncd '\(scratch.path)' || exit 9\n\(body)\n", to: scratch(name))
        try #require(chmod(scratch(name), mode) == 0)
        return scratch(name)
    }

    private func program(_ path: String, limit: Lapse = .seconds(30)) -> ReversibleProgram {
        ReversibleProgram(path: path, .tag("doorTag"), limit: limit, grace: .milliseconds(300))
    }

    /// Returns the fault of a program; nil if its act is believed.
    private func refusal(
        _ path: String, _ isDone: Bool = true, limit: Lapse = .seconds(30)
    ) -> RigFault? {
        do throws(RigFault) { _ = try program(path, limit: limit).perform(isDone, clock: clock) } catch { return error }
        return nil
    }

    /// Returns whether a process that a script noted in a file still runs.
    private func isRunning(_ file: String) throws -> Bool {
        let text = try #require(Scratch.text(of: scratch(file)))
        let id = try #require(text.split(whereSeparator: \.isWhitespace).first.flatMap { Int32($0) })
        guard let state = Scratch.text(of: "/proc/\(id)/stat")?.split(separator: ")").last else { return false }
        return !state.contains("Z")
    }

    private func waitsForEnd(_ file: String) throws -> Bool {
        let limit = clock.now + .seconds(20)
        while try isRunning(file) {
            guard clock.now < limit else { return false }
            _ = Poller(clock: clock).wait([], until: clock.now + .milliseconds(10))
        }
        return true
    }

    @Test("the act and the tag's name are its arguments, and the last line is its answer")
    func acts() throws {
        let path = try script(
            "echo \"$# $1 $2\" >> acts; read line; echo moving; echo $3; echo \" $ANSWER\"; echo present")
        #expect(try program(path).perform(true, clock: clock) == .done)
        let other = try script("echo \"$# $1 $2\" >> acts; printf 'absent\\r\\n\\n'", "other")
        #expect(try program(other).perform(false, clock: clock) == .undone)
        #expect(Scratch.text(of: scratch("acts")) == "2 present doorTag\n2 remove doorTag\n")
        let blind = try script("echo unknown", "blind")
        #expect(try program(blind).perform(false, clock: clock) == .unknown)
        let wordy = try script("head -c 1000000 /dev/zero | tr '\\0' x; echo; echo present; echo present", "wordy")
        #expect(refusal(wordy) == nil, "the same answer twice, after less than is kept")
    }

    @Test(
        "an exit status of 0 is not enough: exactly one answer is needed, which does not contradict the act",
        arguments: [
            ("exit 0", "printed no answer"), ("echo", "printed no answer"), ("echo done", "with \"done\""),
            ("echo present; echo done", "with \"done\""), ("echo absent", "answered present with absent"),
            ("echo absent; echo present", "two answers to present: absent, then present"),
            ("echo present; echo unknown", "two answers"), ("echo Present", "with \"Present\""),
            ("echo present; exit 64", "does not know the act present"),
            ("echo present; echo jammed >&2; exit 3", "ended with status 3: jammed"),
            ("echo present; kill -9 $$", "was ended by signal 9"),
            ("head -c 10000000 /dev/zero; echo present", "printed more than 1 MiB"),
            ("head -c 10000000 /dev/zero >&2; echo >&2; echo full >&2; exit 5", "ended with status 5: full"),
            ("printf 'bad\\033[31m\\n' >&2; exit 1", "status 1: bad"),
        ])
    func answers(body: String, told: String) throws {
        let path = try script(body)
        let fault = try #require(refusal(path))
        #expect(fault.what.contains(told) && fault.what.hasPrefix("\(path), which presents doorTag, "), "\(fault.what)")
        #expect(!fault.what.contains("\u{1B}") && fault.what.utf8.count < 600)
        #expect(fault.remedy == "Try it by hand: \(path) present doorTag")
    }

    @Test("a tag that is still there after it was taken away is not away")
    func stays() throws {
        let path = try script("echo present")
        #expect(refusal(path, false)?.what.contains("answered remove with present") == true)
    }

    @Test("a program that is missing, a folder, or not executable is the rig's fault")
    func missing() throws {
        for path in ["/nowhere/at/all", scratch.path, try script("echo present", mode: 0o644)] {
            #expect(refusal(path)?.what.contains("did not start") == true, "\(path)")
        }
    }

    @Test("a program that hangs is ended with everything that it started, even if it ignores the request")
    func hangs() throws {
        for (body, name) in [("", "calm"), ("trap '' TERM", "deaf")] {
            let path = try script("\(body)\nsleep 300 & echo $! > child\necho $$ > own\necho stuck >&2\nwait", name)
            let began = clock.now
            let fault = try #require(refusal(path, limit: .seconds(1)))
            #expect(fault.what.hasSuffix("did not end within 1.00 s: stuck"), "\(fault.what)")
            #expect(clock.now - began < .seconds(20))
            #expect(try waitsForEnd("child") && waitsForEnd("own"), "\(name)")
        }
    }

    @Test("a process left behind holds nothing up, and is killed, except behind a power switch")
    func leftovers() throws {
        let path = try script("(sleep 1; echo late; exec sleep 300) & echo $! > child\necho present")
        let began = clock.now
        #expect(refusal(path) == nil && clock.now - began < .seconds(20))
        #expect(try waitsForEnd("child"))
        let power = BenchProgram(path: path, task: "switches the power of door", leftovers: .stay)
        _ = try power.call(["cycle"], clock: clock)
        #expect(clock.now - began < .seconds(40))
        // It survives what it prints later.
        _ = Poller(clock: clock).wait([], until: clock.now + .milliseconds(1_500))
        #expect(try isRunning("child"))
        let child = try #require(Scratch.text(of: scratch("child"))?.split(separator: "\n").first.flatMap { Int32($0) })
        kill(child, SIGKILL)
    }

    // MARK: The tags of a bench

    private func next(_ mailbox: Mailbox) -> Inbound? {
        guard case .arrival(let arrival) = mailbox.take(until: clock.now + .seconds(30), clock: clock) else {
            return nil
        }
        return arrival.inbound
    }

    @Test("acts are reported in order, and once that they cannot be read back")
    func order() throws {
        let mailbox = Mailbox()
        let path = try script("sleep 0.1; echo \"$1\" >> acts; echo unknown")
        let tags = try ReversiblePrograms([program(path)], mailbox: mailbox, clock: clock)
        tags.perform(true, on: .tag("doorTag"))
        tags.perform(false, on: .tag("doorTag"))
        guard case .finding(.stage, let finding)? = next(mailbox) else {
            Issue.record("no finding")
            return
        }
        #expect(finding.code == "bench.note" && finding.meaning.contains("only the reader witnesses"))
        #expect(next(mailbox) == .stage(.presented("doorTag")))
        #expect(next(mailbox) == .stage(.removed("doorTag")))
        tags.close()
        #expect(Scratch.text(of: scratch("acts")) == "present\nremove\n", "what is away is not taken away again")
    }

    @Test("when the bench closes, a running program is ended, and the tag is taken away")
    func close() throws {
        let mailbox = Mailbox()
        let path = try script(
            "echo \"$1 $2\" >> acts; [ $1 = remove ] || { echo $$ > own; exec sleep 300; }; echo absent")
        let tags = try ReversiblePrograms([program(path, limit: .seconds(60))], mailbox: mailbox, clock: clock)
        tags.perform(true, on: .tag("doorTag"))
        tags.perform(false, on: .tag("doorTag"))
        let limit = clock.now + .seconds(20)
        while Scratch.text(of: scratch("own"))?.isEmpty != false, clock.now < limit {
            _ = Poller(clock: clock).wait([], until: clock.now + .milliseconds(5))
        }
        let began = clock.now
        tags.close()
        #expect(clock.now - began < .seconds(15))
        #expect(try !isRunning("own"))
        #expect(Scratch.text(of: scratch("acts")) == "present doorTag\nremove doorTag\n")
        tags.perform(true, on: .tag("doorTag"))
        #expect(Scratch.text(of: scratch("acts")) == "present doorTag\nremove doorTag\n", "it is closed")
    }

    @Test("a tag that is not taken away at the end is reported once")
    func notTaken() throws {
        let mailbox = Mailbox()
        let path = try script("[ $1 = present ] || exit 3; echo present")
        let tags = try ReversiblePrograms([program(path)], mailbox: mailbox, clock: clock)
        tags.perform(true, on: .tag("doorTag"))
        #expect(next(mailbox) == .stage(.readBack(.tag("doorTag", isPresent: true))))
        #expect(next(mailbox) == .stage(.presented("doorTag")))
        #expect(tags.close()?.what.contains("status 3") == true)
        #expect(tags.close() == nil)
    }

    @Test("a fault ends the acts that wait, and no more than 16 can")
    func bound() throws {
        let mailbox = Mailbox()
        let path = try script("echo $1 >> acts; while [ ! -e go ]; do sleep 0.02; done; exit 3")
        let tags = try ReversiblePrograms([program(path)], mailbox: mailbox, clock: clock)
        for _ in 0..<(ProgramQueue.mostWaiting + 2) { tags.perform(false, on: .tag("doorTag")) }
        guard case .fault(.stage, let full)? = next(mailbox) else {
            Issue.record("no fault")
            return
        }
        #expect(full.what.contains("16 acts"))
        try Scratch.write("", to: scratch("go"))
        while case .fault(.stage, let fault)? = next(mailbox) {
            guard fault.what.contains("status 3") else { continue }
            break
        }
        tags.close()
        #expect(Scratch.text(of: scratch("acts")) == "remove\n")
    }

    @Test("a radio is blocked and unblocked with its name and the accessory's, and cleared before a run")
    func radio() throws {
        let mailbox = Mailbox()
        let path = try script(
            "echo \"$*\" >> acts; case $1 in block) echo blocked;; unblock) echo unblocked;; *) exit 64;; esac")
        let (ble, uwb) = (
            ReversibleProgram.Object.radio(.ble, of: "door"), ReversibleProgram.Object.radio(.uwb, of: "door")
        )
        let air = try ReversiblePrograms([ReversibleProgram(path: path, ble)], mailbox: mailbox, clock: clock)
        #expect(air.serves(ble) && !air.serves(uwb))
        try air.clear([ble, uwb])
        air.perform(true, on: ble)
        #expect(next(mailbox) == .stage(.readBack(.radio(.ble, of: "door", isBlocked: true))))
        #expect(next(mailbox) == .stage(.radio(.ble, of: "door", isBlocked: true)))
        #expect(air.close() == nil)
        #expect(Scratch.text(of: scratch("acts")) == "unblock ble door\nblock ble door\nunblock ble door\n")
        let stuck = try script("echo blocked", "stuck")
        let other = try ReversiblePrograms([ReversibleProgram(path: stuck, uwb)], mailbox: mailbox, clock: clock)
        let fault = #expect(throws: RigFault.self) { try other.clear([uwb]) }
        #expect(fault?.what.contains("blocks the UWB of door, ended with status 0, but answered unblock") == true)
    }
}
