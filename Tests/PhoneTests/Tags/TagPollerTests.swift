import Ground
import Links
import NDEF
import Phone
import Simulators
import TagRouting
import Testing

/// The events that the phone notices for tags in its field: nfc.md, sections 3.9 and 4.1.
struct TagDeskTests {
    static let opened = ["detected", "read", "to com.example.door", "notified", "tapped", "delivered"]

    static func tag(
        _ kind: String = "type 2", _ message: [UInt8]? = TagBench.message, uid: UInt8 = 1
    ) throws -> SimulatedTag {
        let uid: [UInt8] = [0x04, 1, 2, 3, 4, 5, uid]
        return kind == "type 4"
            ? try .type4(message: message, uid: uid) : try .type2(.ntag213, message: message, uid: uid)
    }

    @Test(
        "A tag that stays is read once, and is gone after two looks without it (B17)", arguments: ["type 2", "type 4"])
    func onceAndGone(kind: String) throws {
        var bench = TagBench()
        bench.pass(.seconds(1))
        bench.hold(try Self.tag(kind))
        bench.pass(.seconds(10))
        #expect(bench.words == ["ready"] + Self.opened)
        bench.hold()
        bench.pass(.milliseconds(200))
        #expect(bench.words.last == "delivered")
        bench.pass(.milliseconds(200))
        #expect(bench.words.last == "gone")
        bench.pass(.seconds(5))
        bench.hold(try Self.tag(kind))
        bench.pass(.seconds(1))
        #expect(bench.words == ["ready"] + Self.opened + ["gone"] + Self.opened)
        #expect(bench.findings.isEmpty)
    }

    @Test(
        "A tag removed at any exchange and put back immediately is read from the beginning, and reported once",
        arguments: ["type 2", "type 4"])
    func tornAndBack(kind: String) throws {
        var whole = TagBench()
        whole.hold(try Self.tag(kind))
        whole.pass(.seconds(1))
        #expect(whole.exchanges > 1)
        for torn in 1...whole.exchanges {
            var bench = TagBench()
            bench.hold(try Self.tag(kind))
            bench.beforeExchange = { bench, number in if number == torn { bench.flicker() } }
            bench.pass(.seconds(1))
            #expect(bench.words == ["ready"] + Self.opened, "exchange \(torn)")
        }
    }

    @Test("A tag removed for good at any exchange is unreadable and gone", arguments: ["type 2", "type 4"])
    func tornForGood(kind: String) throws {
        var whole = TagBench()
        whole.hold(try Self.tag(kind))
        whole.pass(.seconds(1))
        for torn in 1...whole.exchanges {
            var bench = TagBench()
            bench.hold(try Self.tag(kind))
            bench.beforeExchange = { bench, number in if number == torn { bench.hold() } }
            bench.pass(.seconds(1))
            #expect(bench.words == ["ready", "detected", "unreadable", "gone"], "exchange \(torn)")
            bench.beforeExchange = nil
            bench.hold(try Self.tag(kind))
            bench.pass(.seconds(1))
            #expect(bench.words.suffix(6) == Self.opened[...], "exchange \(torn)")
        }
    }

    @Test("A tag removed twice is unreadable, and is read again from the start when it comes back (inferred)")
    func tornTwice() throws {
        var bench = TagBench()
        bench.hold(try Self.tag())
        bench.beforeExchange = { bench, number in if number <= 2 { bench.flicker() } }
        bench.pass(.milliseconds(100))
        #expect(bench.words == ["ready", "detected", "unreadable"])
        #expect(bench.requests.filter { $0 == .poll }.count == 3, "the last of them to see that it is there")
        bench.pass(.seconds(1))
        #expect(bench.words == ["ready", "detected", "unreadable"] + Self.opened.dropFirst())
    }

    @Test("A tag that is there and never answers is tried a few times and then left alone")
    func mute() throws {
        var bench = TagBench()
        bench.hold(try Self.tag())
        bench.beforeExchange = { bench, _ in bench.flicker() }
        bench.pass(.seconds(30))
        #expect(bench.words.filter { $0 == "unreadable" }.count == 5)
        #expect(!bench.words.contains("gone") && bench.words.filter { $0 == "detected" }.count == 1)
    }

    @Test("Replacing a tag that was read reports it gone and the other detected", arguments: ["type 2", "type 4"])
    func swapped(kind: String) throws {
        var bench = TagBench()
        bench.hold(try Self.tag())
        bench.pass(.seconds(1))
        bench.hold(try Self.tag(kind, uid: 9))
        bench.pass(.seconds(1))
        #expect(bench.words == ["ready"] + Self.opened + ["gone"] + Self.opened)
    }

    @Test("Replacing a tag during its read reports it gone before the other is read")
    func swappedInTheMiddle() throws {
        var bench = TagBench()
        bench.hold(try Self.tag())
        let other = try Self.tag("type 4", uid: 9)
        bench.beforeExchange = { bench, number in if number == 2 { bench.hold(other) } }
        bench.pass(.seconds(1))
        #expect(bench.words == ["ready", "detected", "unreadable", "gone"] + Self.opened)
    }

    @Test("The first of two tags is read, with a warning that it is unknown which one a phone reads")
    func twoTags() throws {
        var bench = TagBench()
        bench.hold(try Self.tag(), try Self.tag("type 4", uid: 9))
        bench.pass(.seconds(1))
        #expect(bench.words == ["ready", "detected", "2 tags", "warning"] + Self.opened.dropFirst())
        guard case .detected(let identity) = bench.events[1] else { return #expect(Bool(false)) }
        #expect(identity.uid.last == 1)
        bench.field.removeFirst()
        bench.pass(.seconds(1))
        #expect(bench.words.suffix(7) == (["gone"] + Self.opened)[...])
    }

    @Test("A single poll that misses the tag is forgiven")
    func oneMiss() throws {
        var bench = TagBench()
        bench.hold(try Self.tag())
        bench.pass(.seconds(1))
        for _ in 0..<5 {
            let tags = bench.field
            bench.hold()
            bench.pass(.milliseconds(200))
            bench.field = tags
            bench.pass(.milliseconds(400))
        }
        #expect(bench.words == ["ready"] + Self.opened)
    }

    @Test("Tags that a phone does not read in the background are reported so", arguments: [UInt8(0x08), 0x18, 0x40])
    func otherPlatforms(sak: UInt8) {
        var bench = TagBench()
        bench.now = .start + .seconds(1)
        guard case [.request(.poll)] = bench.centre.advance(to: bench.now) else { return #expect(Bool(false)) }
        bench.receive(.tagFound(Vocabulary.TagIdentity(uid: [1, 2, 3, 4], atqa: 4, sak: sak)))
        #expect(bench.words == ["ready", "detected", "unreadable"] && bench.exchanges == 0)
        #expect(bench.centre.deadline != nil)
    }

    @Test("A closed desk is silent")
    func closed() {
        var bench = TagBench()
        #expect(bench.centre.close() == [.request(.close)] && bench.centre.close() == [])
        bench.receive(.tagPresent)
        bench.pass(.seconds(1))
        #expect(bench.words == ["ready"] && bench.findings.isEmpty)
    }
}
