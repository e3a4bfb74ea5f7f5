import Ground
import Links
import NDEF
import Phone
import Simulators
import TagRouting
import Testing

/// Notifications of tags: rules B3 to B7 of nfc.md, section 4.1.
struct NotificationTests {
    private static let shown = ["detected", "read", "to com.example.door", "notified"]

    private static func bench(
        _ answer: NotificationAnswer = .opens(after: .zero),
        _ unlock: UnlockAnswer = .succeeds(after: .seconds(1)),
        locked: Bool = false
    ) -> TagBench {
        TagBench(TagSetup(answer: answer, unlock: unlock, startsLocked: locked))
    }

    @Test("Each new tag gives a notification, even one with the same link (B3)")
    func everyTag() throws {
        var bench = Self.bench()
        for uid in 1...3 {
            bench.hold(try TagDeskTests.tag(uid: UInt8(uid)))
            bench.pass(.seconds(1))
            bench.hold()
            bench.pass(.seconds(1))
        }
        #expect(bench.words.filter { $0 == "notified" }.count == 3)
        #expect(bench.inputs.count == 3)
    }

    @Test("Nothing is delivered before the notification is tapped (B4)")
    func notBeforeTheTap() throws {
        var bench = Self.bench(.opens(after: .seconds(2)))
        bench.hold(try TagDeskTests.tag())
        bench.pass(.milliseconds(1999))
        #expect(bench.words == ["ready"] + Self.shown)
        bench.pass(.seconds(1))
        #expect(bench.words == ["ready"] + Self.shown + ["tapped", "delivered"])
    }

    @Test("The app gets the link and the whole message of the tag (4.3)")
    func wholeMessage() throws {
        let message = NDEFMessage([TextRecord("door").record, URIRecord(uri: TagBench.link).record]).encoded
        var bench = Self.bench()
        bench.hold(try TagDeskTests.tag("type 2", message))
        bench.pass(.seconds(1))
        guard case .activity(let activity)? = bench.inputs.first else { return #expect(Bool(false)) }
        #expect(activity.ndefMessagePayload == message && activity.webpageURL.text == TagBench.link)
        #expect(activity.cameFromTag)
    }

    @Test("A link that did not come from a tag brings the empty message, whatever keeps the phone from reading")
    func followed() {
        var bench = Self.bench()
        bench.change(.camera(isOn: true))
        bench.carryOut(bench.centre.followLink(TagBench.link))
        guard case .activity(let activity)? = bench.inputs.first else { return #expect(Bool(false)) }
        #expect(activity.ndefMessagePayload == [0xD0, 0x00, 0x00] && !activity.cameFromTag)
        #expect(bench.words.suffix(2) == ["followed", "delivered"])
        bench.carryOut(bench.centre.followLink("door://open"))
        #expect(bench.words.last == "followed" && bench.inputs.count == 1)
    }

    @Test("A locked phone asks to be unlocked after the tap, and then delivers (B5)")
    func locked() throws {
        var bench = Self.bench(locked: true)
        bench.hold(try TagDeskTests.tag())
        bench.pass(.milliseconds(900))
        #expect(bench.words == ["ready"] + Self.shown + ["tapped", "unlock?"])
        bench.pass(.milliseconds(200))
        #expect(bench.words.suffix(2) == ["unlocked", "delivered"])
        bench.hold()
        bench.pass(.seconds(1))
        bench.hold(try TagDeskTests.tag(uid: 2))
        bench.pass(.seconds(1))
        #expect(bench.words.filter { $0 == "unlock?" }.count == 1, "it is unlocked for good")
        #expect(bench.decision(1)?.needsUnlock == false)
    }

    @Test("If unlocking fails, nothing is delivered, and the notification stays (inferred)")
    func stillLocked() throws {
        var bench = Self.bench(.opens(after: .zero), .fails, locked: true)
        bench.hold(try TagDeskTests.tag())
        bench.pass(.seconds(3))
        #expect(bench.words.suffix(3) == ["tapped", "unlock?", "still locked"] && bench.inputs.isEmpty)
        bench.change(.lock(isLocked: false))
        bench.openNotification()
        #expect(bench.words.suffix(2) == ["tapped", "delivered"])
    }

    @Test("Unlocking the phone while it asks delivers the notification")
    func unlockedByHand() throws {
        var bench = Self.bench(.opens(after: .zero), .succeeds(after: .seconds(60)), locked: true)
        bench.hold(try TagDeskTests.tag())
        bench.pass(.seconds(1))
        bench.change(.lock(isLocked: false))
        #expect(bench.words.last == "delivered")
        bench.pass(.seconds(120))
        #expect(bench.inputs.count == 1)
    }

    @Test("A notification that is left alone stays, and opens later (B6)")
    func leftAlone() throws {
        var bench = Self.bench(.ignores)
        bench.hold(try TagDeskTests.tag())
        bench.pass(.seconds(600))
        #expect(bench.words == ["ready"] + Self.shown + ["left"])
        bench.openNotification()
        #expect(bench.words.suffix(2) == ["tapped", "delivered"])
        bench.openNotification()
        #expect(bench.words.last == "nothing to tap")
    }

    @Test("The newest of several notifications is tapped first")
    func newestFirst() throws {
        var bench = Self.bench(.ignores)
        for (uid, path) in [(1, "one"), (2, "two"), (3, "three")] {
            let message = NDEFMessage([URIRecord(uri: "https://example.com/\(path)").record]).encoded
            bench.hold(try TagDeskTests.tag("type 2", message, uid: UInt8(uid)))
            bench.pass(.seconds(1))
            bench.hold()
            bench.pass(.seconds(1))
        }
        for _ in 1...3 { bench.openNotification() }
        let paths = bench.inputs.map { input in
            if case .activity(let activity) = input { activity.webpageURL.path } else { "" }
        }
        #expect(paths == ["/three", "/two", "/one"])
    }

    @Test("If there are more notifications than fit, the oldest is dropped")
    func full() throws {
        var bench = Self.bench(.ignores)
        for uid in 0...50 {
            bench.hold(try TagDeskTests.tag(uid: UInt8(uid)))
            bench.pass(.seconds(1))
        }
        #expect(bench.words.filter { $0 == "dropped" }.count == 1)
        for _ in 0..<50 { bench.openNotification() }
        #expect(bench.inputs.count == 50)
        bench.openNotification()
        #expect(bench.words.last == "nothing to tap")
    }

    @Test("Tapping a notification turns the display on")
    func dark() throws {
        var bench = Self.bench(.ignores)
        bench.hold(try TagDeskTests.tag())
        bench.pass(.seconds(1))
        bench.change(.display(isOn: false))
        bench.openNotification()
        #expect(bench.words.suffix(4) == ["off displayOff", "tapped", "delivered", "on"])
    }

    @Test("After a restart no notification is tapped by itself, and the list is still there")
    func restarted() throws {
        var bench = Self.bench(.opens(after: .seconds(5)))
        bench.hold(try TagDeskTests.tag())
        bench.pass(.seconds(1))
        bench.change(.restart)
        bench.pass(.seconds(20))
        #expect(bench.words == ["ready"] + Self.shown + ["off neverUnlocked"])
        bench.change(.lock(isLocked: false))
        bench.openNotification()
        #expect(bench.words.contains("delivered"))
    }

    @Test(
        "A tag without anything usable shows a banner only where the setting says so (B15, unverified)",
        arguments: [false, true])
    func banner(isOn: Bool) throws {
        var bench = TagBench(TagSetup(showsUnusableBanner: isOn))
        bench.hold(try TagDeskTests.tag("type 2", nil))
        bench.pass(.seconds(1))
        #expect(bench.words == ["ready", "detected", "read", "to nothing"] + (isOn ? ["banner"] : []))
    }
}
