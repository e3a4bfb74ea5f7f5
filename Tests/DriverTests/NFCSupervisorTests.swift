import Ground
import Links
import TestSupport
import Testing

@testable import NFCDriver

/// A supervisor in virtual time, with what it wants done.
private struct Supervised {
    var supervisor = ChildSupervisor(port: "pn532_uart:/dev/ttyUSB0")
    var now = Instant.start

    mutating func after(_ span: Span, _ event: ChildSupervisor.Event) -> [ChildSupervisor.Effect] {
        now = now + span
        return supervisor.receive(event, at: now)
    }

    /// Lets time pass to the next deadline.
    mutating func wait() -> [ChildSupervisor.Effect] {
        guard let deadline = supervisor.deadline else { return [] }
        now = deadline
        return supervisor.advance(to: now)
    }

    mutating func open() {
        #expect(after(.zero, .request(.open)) == [.start])
        #expect(after(.milliseconds(70), .message(.opened("pn532"))) == [.post(.opened("pn532"))])
        #expect(supervisor.deadline == nil)
    }

    mutating func select() {
        #expect(after(.zero, .request(.poll)) == [.send(.poll)])
        #expect(
            after(.zero, .message(.tagFound(NFCChildMessageTests.tag))) == [
                .post(.tagFound(NFCChildMessageTests.tag))
            ])
    }
}

private func isFault(_ effect: ChildSupervisor.Effect?) -> Bool {
    if case .fault? = effect { return true }
    return false
}

@Suite("The supervisor of the reader's helper")
struct NFCSupervisorTests {
    private let read = ReaderRequest.exchange([0x30, 0], within: .milliseconds(350))

    @Test("A tap passes through it unchanged")
    func tap() {
        var rig = Supervised()
        rig.open()
        rig.select()
        #expect(rig.after(.zero, .request(read)) == [.send(.exchange([0x30, 0], within: .milliseconds(350)))])
        #expect(rig.after(.zero, .message(.response([1, 2]))) == [.post(.response([1, 2]))])
        #expect(rig.after(.zero, .request(.checkPresence)) == [.send(.checkPresence)])
        #expect(rig.after(.zero, .message(.tagPresent)) == [.post(.tagPresent)])
        #expect(rig.after(.zero, .request(.close)) == [.end])
        #expect(rig.after(.zero, .message(.noTag)) == [])
    }

    @Test("A helper that dies during a poll is replaced without anyone noticing")
    func pollSurvives() {
        var rig = Supervised()
        rig.open()
        #expect(rig.after(.zero, .request(.poll)) == [.send(.poll)])
        #expect(rig.after(.zero, .ended("libnfc aborted")) == [])
        #expect(rig.wait() == [.start])
        #expect(rig.after(.milliseconds(70), .message(.opened("pn532"))) == [.send(.poll)])
        #expect(rig.after(.zero, .message(.noTag)) == [.post(.noTag)])
    }

    @Test("An exchange has failed when the helper dies, and the tag must be found again")
    func exchangeFails() {
        var rig = Supervised()
        rig.open()
        rig.select()
        _ = rig.after(.zero, .request(read))
        #expect(
            rig.after(.zero, .ended("libnfc aborted"))
                == [.post(.exchangeFailed("the reader failed during the exchange: libnfc aborted"))])
        guard case .post(.exchangeFailed)? = rig.after(.zero, .request(read)).first else {
            Issue.record("an exchange without a helper was not refused")
            return
        }
        #expect(rig.after(.zero, .request(.checkPresence)) == [.post(.tagAbsent)])
        #expect(rig.after(.zero, .request(.poll)) == [])
        #expect(rig.wait() == [.start])
        #expect(rig.after(.milliseconds(70), .message(.opened("pn532"))) == [.send(.poll)])
    }

    @Test("A helper that hangs is killed")
    func watchdog() {
        var rig = Supervised()
        rig.open()
        rig.select()
        _ = rig.after(.zero, .request(read))
        let effects = rig.wait()
        #expect(rig.now - .start == .milliseconds(70 + 350 + 1000))
        #expect(effects.first == .kill)
        #expect(effects.count == 2)
    }

    @Test(
        "A reader that is gone is a fault less than five seconds after the request that met it",
        arguments: [
            "dies", "hangs", "fails",
        ])
    func gone(how: String) {
        var rig = Supervised()
        rig.open()
        _ = rig.after(.zero, .request(.poll))
        let began = rig.now
        var effects: [ChildSupervisor.Effect] = []
        for _ in 0..<20 where !isFault(effects.last) {
            switch how {
            case "dies": effects = rig.after(.milliseconds(10), .ended("its helper was ended by signal 11"))
            case "fails": effects = rig.after(.milliseconds(1400), .message(.failed("no NFC reader answers")))
            default: effects = rig.wait()
            }
            if effects.isEmpty { effects = rig.wait() }
        }
        #expect(isFault(effects.last))
        #expect(rig.now - began < .seconds(5))
        #expect(rig.after(.zero, .request(.poll)) == [])
        #expect(rig.supervisor.deadline == nil)
    }

    @Test("Deaths that are far apart are survived, three close ones are not")
    func repeatedDeaths() {
        var rig = Supervised()
        rig.open()
        var survived = 0
        for gap in [Span.seconds(4), .seconds(4), .seconds(4), .milliseconds(100), .milliseconds(100)] {
            _ = rig.after(gap, .request(.poll))
            if isFault(rig.after(.zero, .ended("libnfc aborted")).last) { break }
            survived += 1
            #expect(rig.wait() == [.start])
            #expect(rig.after(.zero, .message(.opened("pn532"))) == [.send(.poll)])
            #expect(rig.after(.zero, .message(.noTag)) == [.post(.noTag)])
        }
        #expect(survived == 3)
    }

    @Test("A port that is missing or taken is a fault at once")
    func refused() {
        var rig = Supervised()
        let fault = RigFault("taken", remedy: "wait")
        #expect(rig.after(.zero, .request(.open)) == [.start])
        #expect(rig.after(.zero, .refused(fault)) == [.fault(fault)])
        #expect(rig.after(.zero, .request(.close)) == [])
        #expect(rig.after(.zero, .request(.open)) == [.start])
    }

    @Test("A second request before the answer is reported as the rig's defect")
    func twoRequests() {
        var rig = Supervised()
        rig.open()
        _ = rig.after(.zero, .request(.poll))
        let effects = rig.after(.zero, .request(.poll))
        #expect(effects.first == .kill)
        #expect(isFault(effects.last))
    }

    @Test("An answer to nothing makes an end of the helper")
    func unasked() {
        var rig = Supervised()
        rig.open()
        #expect(rig.after(.zero, .message(.noTag)) == [.kill])
        #expect(rig.wait() == [.start])
    }

    @Test("Nothing reaches a tag that is not selected")
    func notSelected() {
        var rig = Supervised()
        rig.open()
        #expect(rig.after(.zero, .request(read)) == [.post(.exchangeFailed("no tag is selected"))])
        #expect(rig.after(.zero, .request(.checkPresence)) == [.post(.tagAbsent)])
        rig.select()
        for size in [0, 263, 100_000] {
            let tooMuch = ReaderRequest.exchange([UInt8](repeating: 0x30, count: size), within: .milliseconds(350))
            #expect(
                rig.after(.zero, .request(tooMuch))
                    == [.post(.exchangeFailed("a reader takes no command of \(size) octets"))])
        }
        _ = rig.after(.zero, .request(read))
        #expect(
            rig.after(.zero, .message(.exchangeFailed(.tagLost, "the tag left the field")))
                == [.post(.exchangeFailed("the tag left the field"))])
        #expect(rig.after(.zero, .request(.checkPresence)) == [.post(.tagAbsent)])
    }
}
