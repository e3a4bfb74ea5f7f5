import Ground
import Links
import TestSupport
import Testing

@testable import NFCDriver

/// A supervisor in virtual time, with its effects.
private struct Supervised {
    var supervisor = ChildSupervisor(port: "pn532_uart:/dev/ttyUSB0")
    var now = Instant.start

    mutating func after(_ span: Lapse, _ event: ChildSupervisor.Event) -> [ChildSupervisor.Effect] {
        now = now + span
        return supervisor.receive(event, at: now)
    }

    /// Advances to the next deadline.
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

    @Test(
        "A helper that dies loses the reader, whatever was asked of it, and is opened again",
        arguments: [
            ReaderRequest.poll, .checkPresence, .exchange([0x30, 0], within: .milliseconds(350)), nil,
        ])
    func losses(request: ReaderRequest?) {
        var rig = Supervised()
        rig.open()
        rig.select()
        if let request { _ = rig.after(.zero, .request(request)) }
        #expect(rig.after(.zero, .ended("libnfc aborted")) == [.post(.lost("libnfc aborted"))])
        #expect(rig.supervisor.deadline == nil)
        for request in [.poll, .checkPresence, read] { #expect(rig.after(.zero, .request(request)) == []) }
        #expect(rig.after(.zero, .request(.open)) == [.start])
        #expect(rig.after(.milliseconds(70), .message(.opened("pn532"))) == [.post(.opened("pn532"))])
        #expect(rig.after(.zero, .request(read)) == [.post(.exchangeFailed("no tag is selected"))])
        rig.select()
    }

    @Test("A lost reader that does not come back is lost again, once each time it is opened")
    func staysLost() {
        var rig = Supervised()
        rig.open()
        _ = rig.after(.zero, .request(.poll))
        #expect(rig.after(.zero, .message(.failed("silent"))) == [.kill, .post(.lost("silent"))])
        let missing = RigFault("there is no NFC reader", remedy: "plug it in")
        for _ in 0..<5 {
            #expect(rig.after(.seconds(1), .request(.open)) == [.start])
            #expect(rig.after(.zero, .refused(missing)) == [.post(.lost(missing.what))])
            #expect(rig.after(.seconds(1), .request(.open)) == [.start])
            #expect(rig.after(.zero, .message(.failed("no answer"))) == [.kill, .post(.lost("no answer"))])
            #expect(rig.after(.seconds(1), .request(.open)) == [.start])
            #expect(rig.wait() == [.kill, .post(.lost("it did not open in time"))])
        }
        #expect(rig.after(.zero, .request(.open)) == [.start])
        #expect(rig.after(.zero, .message(.opened("pn532"))) == [.post(.opened("pn532"))])
    }

    @Test("A helper that hangs is killed")
    func watchdog() {
        var rig = Supervised()
        rig.open()
        rig.select()
        _ = rig.after(.zero, .request(read))
        #expect(rig.wait() == [.kill, .post(.lost("it did not answer in time"))])
        #expect(rig.now - .start == .milliseconds(70 + 350 + 1000))
    }

    @Test("The first open is tried again", arguments: 1...2)
    func retries(failures: Int) {
        var rig = Supervised()
        #expect(rig.after(.zero, .request(.open)) == [.start])
        for failure in 1...failures {
            #expect(rig.after(.milliseconds(100), .message(.failed("silent"))) == [.kill])
            let failed = rig.now
            #expect(rig.wait() == [.start])
            #expect(rig.now - failed == .milliseconds(150) * failure)
        }
        #expect(rig.after(.zero, .message(.opened("pn532"))) == [.post(.opened("pn532"))])
    }

    @Test(
        "A reader that does not open at first is a fault less than five seconds after it was asked",
        arguments: ["dies", "hangs", "fails"])
    func gone(how: String) {
        var rig = Supervised()
        var effects = rig.after(.zero, .request(.open))
        for _ in 0..<20 where !isFault(effects.last) {
            switch how {
            case "dies": effects = rig.after(.milliseconds(10), .ended("its helper was ended by signal 11"))
            case "fails": effects = rig.after(.milliseconds(1400), .message(.failed("no NFC reader answers")))
            default: effects = rig.wait()
            }
            if !isFault(effects.last) { effects = rig.wait() }
        }
        #expect(isFault(effects.last))
        #expect(rig.now - .start < .seconds(5))
        #expect(rig.after(.zero, .request(.poll)) == [])
        #expect(rig.after(.zero, .request(.open)) == [])
        #expect(rig.supervisor.deadline == nil)
    }

    @Test("A port that is missing or taken is a fault immediately")
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

    @Test("An unsolicited answer ends the helper")
    func unasked() {
        var rig = Supervised()
        rig.open()
        #expect(rig.after(.zero, .message(.noTag)) == [.kill, .post(.lost("it sent an unsolicited answer"))])
    }

    @Test("Several tags are reported in the order found, and the first is selected")
    func several() {
        var rig = Supervised()
        rig.open()
        _ = rig.after(.zero, .request(.poll))
        let tags = [NFCChildMessageTests.tag, TagIdentity(uid: [1, 2, 3, 4], atqa: 4, sak: 0)]
        #expect(rig.after(.zero, .message(.tagsFound(tags))) == [.post(.tagsFound(tags))])
        #expect(rig.after(.zero, .request(read)) == [.send(.exchange([0x30, 0], within: .milliseconds(350)))])
    }

    @Test("An exchange that fails in the reader is reported as the reader's failure, and the tag stays selected")
    func failures() {
        for (failure, isOfReader) in [
            (ExchangeFailure.tagLost, false), (.transmission, false), (.timeout, true), (.reader, true),
        ] {
            var rig = Supervised()
            rig.open()
            rig.select()
            _ = rig.after(.zero, .request(read))
            let effects = rig.after(.zero, .message(.exchangeFailed(failure, "why")))
            #expect(effects == [.post(isOfReader ? .readerFailed("why") : .exchangeFailed("why"))], "\(failure)")
            let isSelected = rig.after(.zero, .request(.checkPresence)) == [.send(.checkPresence)]
            #expect(isSelected == (failure != .tagLost), "\(failure)")
        }
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
                    == [.post(.readerFailed("a reader takes no command of \(size) octets"))])
        }
        _ = rig.after(.zero, .request(read))
        #expect(
            rig.after(.zero, .message(.exchangeFailed(.tagLost, "the tag left the field")))
                == [.post(.exchangeFailed("the tag left the field"))])
        #expect(rig.after(.zero, .request(.checkPresence)) == [.post(.tagAbsent)])
    }
}
