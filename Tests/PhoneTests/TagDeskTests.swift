import Ground
import Links
import NDEF
import Phone
import Simulators
import TagRouting
import Testing

@Suite struct TagDeskTests {
    private static func tag(_ kind: String, _ message: [UInt8]? = DeskBench.message) throws -> SimulatedTag {
        kind == "type 4" ? try .type4(message: message) : try .type2(.ntag213, message: message)
    }

    @Test(arguments: ["type 2", "type 4"]) func aTagIsReadOnceAndToldGoneAfterTwoMisses(kind: String) throws {
        var bench = DeskBench()
        bench.pass(.seconds(1))
        bench.hold(try Self.tag(kind))
        bench.pass(.seconds(10))
        #expect(bench.words == ["ready", "detected", "read", "com.example.door"])
        bench.hold(nil)
        bench.pass(.milliseconds(200))
        #expect(bench.words.last == "com.example.door")
        bench.pass(.milliseconds(200))
        #expect(bench.words.last == "gone")
        bench.pass(.seconds(5))
        bench.hold(try Self.tag(kind))
        bench.pass(.seconds(1))
        #expect(bench.words.suffix(4) == ["gone", "detected", "read", "com.example.door"])
        #expect(bench.findings.isEmpty)
    }

    @Test(arguments: ["type 2", "type 4"]) func aTagTornAwayAtAnyExchangeIsLookedForOnceMore(kind: String) throws {
        var whole = DeskBench()
        whole.hold(try Self.tag(kind))
        whole.pass(.seconds(1))
        #expect(whole.exchanges > 1)
        for torn in 1...whole.exchanges {
            var bench = DeskBench()
            bench.hold(try Self.tag(kind))
            // Out of the field for one exchange: the second reading goes well.
            bench.beforeExchange = { bench, number in
                guard number == torn else { return }
                let tag = bench.tag
                bench.hold(nil)
                bench.tag = tag
            }
            bench.pass(.seconds(1))
            #expect(bench.words == ["ready", "detected", "read", "com.example.door"], "exchange \(torn)")

            var gone = DeskBench()
            gone.hold(try Self.tag(kind))
            gone.beforeExchange = { bench, number in if number == torn { bench.hold(nil) } }
            gone.pass(.seconds(1))
            #expect(gone.words == ["ready", "detected", "unreadable", "gone"], "exchange \(torn)")
        }
    }

    @Test func aTagTornAwayTwiceIsUnreadableAndToldOnce() throws {
        var bench = DeskBench()
        bench.hold(try Self.tag("type 2"))
        bench.beforeExchange = { bench, number in
            guard number <= 2 else { return }
            let tag = bench.tag
            bench.hold(nil)
            bench.tag = tag
        }
        bench.pass(.milliseconds(300))
        #expect(bench.words == ["ready", "detected", "unreadable"])
        #expect(bench.requests.filter { $0 == .poll }.count == 2)
    }

    @Test func anotherTagInsteadIsReadAfterTheFirstWasToldGone() throws {
        var bench = DeskBench()
        bench.hold(try Self.tag("type 2"))
        let other = try SimulatedTag.type4(message: DeskBench.message)
        bench.beforeExchange = { bench, number in if number == 2 { bench.hold(other) } }
        bench.pass(.seconds(1))
        #expect(
            bench.words == [
                "ready", "detected", "unreadable", "gone", "detected", "read", "com.example.door",
            ])
    }

    @Test func aMissInBetweenIsForgiven() throws {
        var bench = DeskBench()
        let tag = try Self.tag("type 2")
        bench.hold(tag)
        bench.pass(.seconds(1))
        for _ in 0..<5 {
            guard let due = bench.desk.deadline else { break }
            bench.now = due
            _ = bench.desk.advance(to: due)
            bench.receive(.tagAbsent)
            guard let next = bench.desk.deadline else { break }
            bench.now = next
            _ = bench.desk.advance(to: next)
            bench.receive(.tagPresent)
        }
        #expect(!bench.words.contains("gone") && bench.words.filter { $0 == "detected" }.count == 1)
    }

    @Test func whatWasNotAskedIsTheReadersTrouble() {
        let all: [ReaderEvent] = [
            .opened("again"), .tagFound(Links.TagIdentity(uid: [1, 2, 3, 4], atqa: 4, sak: 0)), .noTag, .response([0]),
            .exchangeFailed("no"), .tagPresent, .tagAbsent,
        ]
        for event in all {
            var bench = DeskBench()
            bench.receive(event)
            #expect(bench.findings.map(\.weight) == [.warning], "\(event)")
            #expect(bench.words == ["ready"])
            bench.pass(.seconds(1))
            #expect(bench.findings.count == 1)
        }
    }

    @Test(arguments: [UInt8(0x08), 0x18, 0x40]) func tagsThatAPhoneDoesNotReadAreUnreadable(sak: UInt8) {
        var bench = DeskBench()
        bench.receive(.noTag)
        bench.findings = []
        guard let due = bench.desk.deadline else { return }
        _ = bench.desk.advance(to: due)
        bench.receive(.tagFound(Links.TagIdentity(uid: [1, 2, 3, 4], atqa: 4, sak: sak)))
        #expect(bench.words == ["ready", "detected", "unreadable"] && bench.exchanges == 0)
        #expect(bench.desk.deadline != nil)
    }

    @Test(
        arguments: [
            (nil, ["read", "nothing"]), ([], ["read", "nothing"]),
            ([0xD1, 0x01, 0x7F, 0x55], ["read", "fault", "nothing"]),
            (NDEFMessage([TextRecord("door").record]).encoded, ["read", "nothing"]),
            (NDEFMessage([URIRecord(uri: "door://open").record]).encoded, ["read", "unsupported"]),
            (NDEFMessage([URIRecord(uri: "tel:+123").record]).encoded, ["read", "handler"]),
            (NDEFMessage([URIRecord(uri: "https://example.org/").record]).encoded, ["read", "browser"]),
        ] as [([UInt8]?, [String])])
    func contentDecidesWhereThePhoneGoes(message: [UInt8]?, outcome: [String]) throws {
        for kind in ["type 2", "type 4"] {
            var bench = DeskBench()
            bench.hold(try Self.tag(kind, message))
            bench.pass(.seconds(1))
            #expect(bench.words == ["ready", "detected"] + outcome, "\(kind)")
        }
    }

    @Test(arguments: 0..<6) func aPhoneThatDoesNotReadTagsIgnoresThem(number: Int) throws {
        var conditions = PhoneConditions()
        let reasons: [IgnoredReason] = [
            .displayOff, .neverUnlocked, .airplaneMode, .cameraInUse, .walletInUse, .coreNFCSession,
        ]
        switch number {
        case 0: conditions.display = .off
        case 1: conditions.everUnlocked = false
        case 2: conditions.airplane = true
        case 3: conditions.camera = true
        case 4: conditions.wallet = true
        default: conditions.coreNFCSession = true
        }
        for message in [DeskBench.message, []] {
            var bench = DeskBench(conditions: conditions)
            bench.hold(try Self.tag("type 2", message))
            bench.pass(.seconds(1))
            guard case .routed(let decision) = bench.events.last else {
                Issue.record("nothing was decided")
                return
            }
            #expect(decision.destination == .ignored(reasons[number]))
        }
    }

    @Test func aClosedDeskIsSilent() {
        var bench = DeskBench()
        let effects = [bench.desk.close(), bench.desk.close()]
        #expect(effects == [[.request(.close)], []] && bench.desk.deadline == nil)
        bench.receive(.tagPresent)
        bench.pass(.seconds(1))
        #expect(bench.words == ["ready"] && bench.findings.isEmpty)
    }
}
