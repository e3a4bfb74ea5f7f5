import Ground
import Links
import NDEF
import Phone
import Simulators
import TagRouting
import Testing

/// The conditions under which a phone looks for tags, and the routing of a tag: rules B1, B2 and B8 to B15 of nfc.md,
/// section 4.1.
struct TagConditionTests {
    private static let changes: [(ConditionChange, ConditionChange, IgnoredReason)] = [
        (.display(isOn: false), .display(isOn: true), .displayOff),
        (.airplane(isOn: true), .airplane(isOn: false), .airplaneMode),
        (.camera(isOn: true), .camera(isOn: false), .cameraInUse),
        (.wallet(isOn: true), .wallet(isOn: false), .walletInUse),
        (.readerSession(isOn: true), .readerSession(isOn: false), .coreNFCSession),
        (.restart, .lock(isLocked: false), .neverUnlocked),
    ]

    @Test(
        "A phone in such a use does not poll, and a tag left on it is new afterwards (B2, B8)",
        arguments: 0..<6)
    func off(number: Int) throws {
        let (begins, ends, reason) = Self.changes[number]
        var bench = TagBench()
        bench.pass(.seconds(1))
        bench.change(begins)
        #expect(bench.words == ["ready", "off \(reason.rawValue)"])
        bench.hold(try TagDeskTests.tag())
        bench.requests = []
        bench.pass(.seconds(10))
        #expect(bench.requests.isEmpty)
        bench.change(ends)
        bench.pass(.seconds(1))
        #expect(bench.words == ["ready", "off \(reason.rawValue)", "on"] + TagDeskTests.opened)
        // The same tag is new again, without having been reported gone.
        bench.change(begins)
        bench.change(ends)
        bench.pass(.seconds(1))
        #expect(bench.words.suffix(6) == TagDeskTests.opened[...] && !bench.words.contains("gone"))
    }

    @Test("A use that begins during a read ends it without an effect", arguments: 0..<6)
    func interrupted(number: Int) throws {
        let (begins, ends, _) = Self.changes[number]
        var bench = TagBench()
        bench.hold(try TagDeskTests.tag())
        bench.beforeExchange = { bench, exchange in if exchange == 1 { bench.change(begins) } }
        bench.pass(.seconds(2))
        #expect(!bench.words.contains("read") && bench.exchanges == 1)
        bench.change(ends)
        bench.pass(.seconds(2))
        #expect(bench.words.suffix(6) == TagDeskTests.opened[...])
    }

    @Test("If two uses overlap, both must end")
    func two() {
        var bench = TagBench()
        bench.change(.camera(isOn: true))
        bench.change(.wallet(isOn: true))
        bench.change(.camera(isOn: false))
        bench.change(.wallet(isOn: false))
        #expect(bench.words == ["ready", "off cameraInUse", "off walletInUse", "on"])
    }

    @Test("Models without background reading never poll (B1)")
    func models() throws {
        var old = TagBench(TagSetup(model: .iPhoneX))
        old.hold(try TagDeskTests.tag())
        old.pass(.seconds(10))
        #expect(old.requests == [.open])
        #expect(old.words.count == 2 && old.words[0].hasPrefix("off"))
        for model in [PhoneModel.iPhoneXS, .iPhoneXR, .iPhoneSE2, .iPhone15] {
            var bench = TagBench(TagSetup(model: model))
            bench.hold(try TagDeskTests.tag())
            bench.pass(.seconds(1))
            #expect(bench.words == ["ready"] + TagDeskTests.opened, "\(model)")
        }
    }

    @Test("A lit lock screen reads tags (B2)")
    func lockScreen() throws {
        var bench = TagBench(TagSetup(startsLocked: true))
        bench.hold(try TagDeskTests.tag())
        bench.pass(.seconds(2))
        #expect(bench.words.contains("notified") && bench.words.last == "delivered")
        #expect(bench.decision()?.needsUnlock == true)
    }

    @Test(
        "The tag's contents decide by rule (B9 to B15)",
        arguments: [
            (nil, "to nothing", .b15), ([0xD1, 0x01, 0x7F, 0x55], "to nothing", .b15),
            (NDEFMessage([TextRecord("door").record]).encoded, "to nothing", .b15),
            (NDEFMessage([URIRecord(uri: "door://open").record]).encoded, "to unsupported", .b14),
            (NDEFMessage([URIRecord(uri: "tel:+123").record]).encoded, "to handler", .b13),
            (NDEFMessage([URIRecord(uri: "https://example.org/").record]).encoded, "to browser", .b12),
            (TagBench.message, "to com.example.door", .b11),
            (NDEFMessage([URIRecord(uri: "no scheme").record]).encoded, "to nothing", .b10),
            (
                NDEFMessage([
                    TextRecord("door").record, URIRecord(uri: TagBench.link).record,
                    URIRecord(uri: "https://example.org/").record,
                ]).encoded, "to com.example.door", .b11
            ),
        ] as [([UInt8]?, String, RoutingRule)])
    func contents(message: [UInt8]?, word: String, rule: RoutingRule) throws {
        for kind in ["type 2", "type 4"] {
            var bench = TagBench()
            bench.hold(try TagDeskTests.tag(kind, message))
            bench.pass(.seconds(1))
            #expect(bench.words.contains(word), "\(kind): \(bench.words)")
            #expect(bench.decision()?.rule == rule, "\(kind)")
            let opens = ![RoutingRule.b15, .b14, .b10].contains(rule)
            #expect(bench.words.contains("notified") == opens && (bench.inputs.count == 1) == opens)
        }
    }

    @Test("A link that is only in a Smart Poster counts only if the setting says so", arguments: [false, true])
    func poster(looksInside: Bool) throws {
        let message = NDEFMessage([SmartPoster.record(uri: TagBench.link)]).encoded
        var bench = TagBench(TagSetup(looksInsideSmartPosters: looksInside))
        bench.hold(try TagDeskTests.tag("type 2", message))
        bench.pass(.seconds(1))
        #expect(bench.words.contains(looksInside ? "to com.example.door" : "to nothing"))
        #expect(bench.words.contains("warning"))
    }

    @Test("Findings name the part of the tag and the byte")
    func findings() throws {
        let message = TagBench.message + [0x00, 0x00]
        var bench = TagBench()
        bench.hold(try TagDeskTests.tag("type 2", message))
        bench.pass(.seconds(1))
        let findings = bench.events.compactMap { if case .finding(let finding) = $0 { finding } else { nil } }
        let offset = TagBench.message.count
        #expect(findings.contains { $0.meaning.hasPrefix("tag memory: ") && $0.offset == offset })
        #expect(findings.contains { $0.meaning.hasPrefix("NDEF message: ") && $0.offset == offset })
    }

    @Test("An inspection reads everything, whatever the phone does, and opens nothing")
    func inspected() throws {
        var bench = TagBench()
        bench.change(.camera(isOn: true))
        bench.centre.inspect(true, at: bench.now)
        bench.hold(try TagDeskTests.tag())
        bench.pass(.seconds(1))
        #expect(bench.words == ["ready", "off cameraInUse", "detected", "read", "inspected"])
        guard case .inspected(let facts, _, let decision, _)? = bench.events.last else { return #expect(Bool(false)) }
        #expect(facts.chip == .ntag213 && facts.used == TagBench.message.count && decision.rule == .b11)
        bench.hold()
        bench.pass(.seconds(1))
        bench.centre.inspect(false, at: bench.now)
        bench.requests = []
        bench.pass(.seconds(5))
        #expect(bench.requests.isEmpty, "the camera is still in use")
        bench.change(.camera(isOn: false))
        bench.hold(try TagDeskTests.tag())
        bench.pass(.seconds(1))
        #expect(bench.words.suffix(6) == TagDeskTests.opened[...])
    }

    @Test("Inspecting a tag that is already there reads it again")
    func inspectedLater() throws {
        var bench = TagBench()
        bench.hold(try TagDeskTests.tag())
        bench.pass(.seconds(1))
        bench.centre.inspect(true, at: bench.now)
        bench.pass(.seconds(1))
        #expect(bench.words == ["ready"] + TagDeskTests.opened + ["detected", "read", "inspected"])
    }
}
