import Ground
import Links
import NDEF
import Phone
import Simulators
import Testing

/// A reader that disappears and comes back.
struct TagOutageTests {
    @Test("A lost reader is opened again after 0.25, 0.5 and then every second")
    func backOff() {
        var bench = TagBench()
        bench.pass(.seconds(1))
        bench.pull()
        bench.requests = []
        bench.pass(.milliseconds(249))
        #expect(bench.requests.isEmpty)
        bench.pass(.milliseconds(1))
        #expect(bench.requests == [.open])
        bench.pass(.milliseconds(500))
        #expect(bench.requests.count == 2)
        bench.pass(.seconds(3))
        #expect(bench.requests.count == 5)
        #expect(bench.words == ["ready", "lost"] && bench.faults.isEmpty)
    }

    @Test("A reader that stays away for 4 s is the rig's fault, and is no longer polled")
    func givenUp() {
        var bench = TagBench()
        bench.pull()
        bench.pass(.milliseconds(3900))
        #expect(bench.faults.isEmpty)
        bench.pass(.milliseconds(100))
        #expect(bench.faults.count == 1 && bench.faults[0].what.contains("did not come back within 4.00 s"))
        bench.requests = []
        bench.outage = nil
        bench.pass(.seconds(60))
        #expect(bench.requests.isEmpty && bench.centre.deadline == nil)
    }

    @Test("A reader that never answers the opening is given up as well")
    func silentOpening() {
        var bench = TagBench()
        bench.receive(.lost("the cable is out"))
        let deadline = Instant.start + .seconds(4)
        var opened = 0
        while let due = bench.centre.deadline, due <= deadline {
            for effect in bench.centre.advance(to: due) {
                if effect == .request(.open) { opened += 1 }
                if case .fault(let fault) = effect { bench.faults.append(fault) }
            }
        }
        #expect(opened == 1 && bench.faults.count == 1)
    }

    @Test("A reader that is lost while it is opened for the first time is the rig's fault")
    func neverThere() {
        var bench = TagBench(opens: false)
        bench.outage = "no such port"
        bench.carryOut(bench.centre.open())
        #expect(bench.faults.map(\.what) == ["the NFC reader went away while it was opened: no such port"])
        #expect(bench.centre.deadline == nil && bench.words.isEmpty)
    }

    @Test("The tag that is found right after the reader came back is no new one")
    func sameTag() throws {
        var bench = TagBench()
        bench.hold(try TagDeskTests.tag())
        bench.pass(.seconds(1))
        bench.pull()
        bench.pass(.seconds(2))
        bench.outage = nil
        bench.pass(.seconds(5))
        #expect(bench.words == ["ready"] + TagDeskTests.opened + ["lost", "back"])
        bench.hold()
        bench.pass(.seconds(1))
        #expect(bench.words.last == "gone")
    }

    @Test("Another tag, or none, right after the reader came back: the one before is gone")
    func otherTag() throws {
        for other in [try TagDeskTests.tag(uid: 7), nil] {
            var bench = TagBench()
            bench.hold(try TagDeskTests.tag())
            bench.pass(.seconds(1))
            bench.pull()
            bench.field = other.map { [$0] } ?? []
            bench.pass(.seconds(1))
            bench.outage = nil
            bench.pass(.seconds(3))
            let after = other == nil ? ["gone"] : ["gone"] + TagDeskTests.opened
            #expect(bench.words == ["ready"] + TagDeskTests.opened + ["lost", "back"] + after)
        }
    }

    @Test("A tag that was being read when the reader was lost is read from the beginning, and reported once")
    func inTheMiddle() throws {
        var whole = TagBench()
        whole.hold(try TagDeskTests.tag())
        whole.pass(.seconds(1))
        for lost in 1...whole.exchanges {
            var bench = TagBench()
            bench.hold(try TagDeskTests.tag())
            bench.beforeExchange = { bench, number in bench.outage = number == lost ? "it aborted" : bench.outage }
            bench.pass(.milliseconds(100))
            bench.outage = nil
            bench.pass(.seconds(2))
            #expect(
                bench.words == ["ready", "detected", "lost", "back"] + TagDeskTests.opened.dropFirst(),
                "exchange \(lost)")
        }
    }

    @Test("A reader that goes away while the phone reads no tags comes back, and gets no requests")
    func whileOff() {
        var bench = TagBench()
        bench.change(.camera(isOn: true))
        bench.pull()
        bench.outage = nil
        bench.pass(.seconds(1))
        bench.requests = []
        bench.pass(.seconds(5))
        #expect(bench.words == ["ready", "off cameraInUse", "lost", "back"] && bench.requests.isEmpty)
    }
}
