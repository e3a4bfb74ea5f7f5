import Ground
import Links
import NDEF
import Phone
import Simulators
import Testing

/// An exchange during which the reader's chip failed says nothing about the tag.
struct ReaderFailureTests {
    private static let opened = TagDeskTests.opened

    @Test("If the reader fails once during a read, the tag is read again and reported once, and the reader is named")
    func once() throws {
        var whole = TagBench()
        whole.hold(try TagDeskTests.tag("type 4"))
        whole.pass(.seconds(1))
        for place in 1...whole.exchanges {
            var bench = TagBench()
            bench.hold(try TagDeskTests.tag("type 4"))
            bench.failures = place...place
            bench.pass(.seconds(1))
            #expect(bench.words == ["ready"] + Self.opened, "exchange \(place)")
            #expect(bench.findings.map(\.weight) == [.warning], "exchange \(place)")
            #expect(bench.findings.first?.meaning.contains("exchange of command \(place): too hot") == true)
        }
    }

    @Test("A reader that fails twice during a read is at fault, and the tag is not called unreadable")
    func twice() throws {
        var bench = TagBench()
        bench.hold(try TagDeskTests.tag())
        bench.failures = 2...3
        bench.pass(.milliseconds(100))
        #expect(bench.words == ["ready", "detected"])
        #expect(bench.findings.map(\.weight) == [.warning, .fault])
        bench.pass(.seconds(1))
        #expect(!bench.words.contains("unreadable"))
    }

    @Test("A failure of the reader does not use up a tag's own tries")
    func ownTries() throws {
        var bench = TagBench()
        bench.hold(try TagDeskTests.tag())
        bench.failures = 1...1
        bench.beforeExchange = { bench, number in if number == 3 { bench.flicker() } }
        bench.pass(.seconds(1))
        #expect(bench.words == ["ready"] + Self.opened)
    }

    @Test("A tag that is not found after a failure of the reader is not blamed for it")
    func notFoundAgain() throws {
        var bench = TagBench()
        bench.hold(try TagDeskTests.tag())
        bench.failures = 1...1
        bench.beforeLook = { bench in if bench.exchanges == 1 { bench.hold() } }
        bench.pass(.milliseconds(100))
        #expect(bench.words == ["ready", "detected", "gone"] && bench.findings.map(\.weight) == [.warning, .fault])
    }

    @Test("A tag with a random UID that is removed at any exchange is recognised when it is found again")
    func randomUID() throws {
        let files = try Type4Files(message: TagBench.message)
        func bench(_ torn: Int?) -> TagBench {
            var bench = TagBench()
            var looks: UInt8 = 0
            bench.beforeLook = { bench in
                looks += 1
                bench.field = [SimulatedTag(files, uid: [0x08, 7, 7, looks])]
            }
            bench.beforeExchange = { bench, number in if number == torn { bench.flicker() } }
            bench.pass(.milliseconds(150))
            return bench
        }
        let whole = bench(nil)
        #expect(whole.words == ["ready"] + Self.opened && whole.exchanges > 3)
        for torn in 1...whole.exchanges {
            #expect(bench(torn).words == ["ready"] + Self.opened, "exchange \(torn)")
        }
    }

    @Test("A tag that another one covers during a read does not get the other's message")
    func covered() throws {
        let link = NDEFMessage([URIRecord(uri: "https://example.org/other").record]).encoded
        let (mine, other) = (try TagDeskTests.tag(uid: 1), try TagDeskTests.tag("type 2", link, uid: 2))
        var bench = TagBench()
        bench.hold(mine)
        bench.beforeExchange = { bench, number in if number == 2 { bench.hold(other, mine) } }
        bench.pass(.seconds(1))
        #expect(bench.words.prefix(5) == ["ready", "detected", "unreadable", "gone", "detected"], "\(bench.words)")
        let read = bench.events.compactMap { if case .detected(let identity) = $0 { identity.uid } else { nil } }
        #expect(read == [mine.identity.uid, other.identity.uid] && bench.words.contains("to browser"))
    }

    @Test("A tag of another kind, or with a fixed UID, is never taken for one with a random UID")
    func anotherTag() throws {
        let files = try Type4Files(message: TagBench.message)
        let others = [
            SimulatedTag(files, uid: [0x08, 9, 9, 9], ats: [0x75]), SimulatedTag(files, uid: [0x04, 9, 9, 9]),
            try TagDeskTests.tag(),
        ]
        for other in others {
            var bench = TagBench()
            bench.hold(SimulatedTag(files, uid: [0x08, 1, 1, 1]))
            bench.beforeExchange = { bench, number in if number == 2 { bench.hold(other) } }
            bench.pass(.milliseconds(50))
            #expect(bench.words.prefix(4) == ["ready", "detected", "unreadable", "gone"], "\(other.identity)")
        }
    }
}
