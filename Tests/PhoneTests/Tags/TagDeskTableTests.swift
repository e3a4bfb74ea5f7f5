import Ground
import Links
import NDEF
import Simulators
import Testing

@testable import Phone

/// Every state of the poller with every event of a reader.
struct TagDeskTableTests {
    /// The states, in the order of a tag's visit.
    static let states = [
        "closed", "opening", "waiting", "polling", "reading", "reselecting", "resting", "checking", "missing",
        "searching", "off", "draining", "lost", "reopening",
    ]

    static let guest = Vocabulary.TagIdentity(uid: [4, 1, 2, 3, 4, 5, 6], atqa: 0x44, sak: 0)
    static let other = Vocabulary.TagIdentity(uid: [4, 9, 9, 9, 9, 9, 9], atqa: 0x44, sak: 0)
    static let events: [(name: String, event: ReaderEvent)] = [
        ("opened", .opened("a reader")), ("found", .tagFound(guest)), ("other", .tagFound(other)),
        ("both", .tagsFound([guest, other])), ("noTag", .noTag), ("response", .response([0x00])),
        ("failed", .exchangeFailed("no answer")), ("chip", .readerFailed("too hot")), ("present", .tagPresent),
        ("absent", .tagAbsent),
        ("lost", .lost("cable")),
    ]

    /// State, event, reported events, requests, next state. Anything else is the reader's fault.
    static let table = """
        opening     opened   ready                                    -       waiting
        opening     lost     fault                                    -       closed
        waiting     lost     lost                                     -       lost
        polling     noTag    -                                        -       waiting
        polling     found    detected                                 tag     reading
        polling     other    detected                                 tag     reading
        polling     both     detected,several,finding                 tag     reading
        polling     lost     lost                                     -       lost
        reading     response unreadable                               -       resting
        reading     failed   -                                        poll    reselecting
        reading     chip     surprise                                 poll    reselecting
        reading     lost     lost                                     -       lost
        reselecting noTag    unreadable,gone                          -       waiting
        reselecting found    -                                        tag     reading
        reselecting other    unreadable,gone                          -       waiting
        reselecting both     -                                        tag     reading
        reselecting lost     lost                                     -       lost
        resting     lost     lost                                     -       lost
        checking    present  -                                        -       resting
        checking    absent   -                                        -       missing
        checking    lost     lost                                     -       lost
        missing     lost     lost                                     -       lost
        searching   noTag    gone                                     -       waiting
        searching   found    -                                        -       resting
        searching   other    gone,detected                            tag     reading
        searching   both     -                                        -       resting
        searching   lost     lost                                     -       lost
        off         lost     lost                                     -       lost
        draining    found    -                                        -       off
        draining    other    -                                        -       off
        draining    both     -                                        -       off
        draining    noTag    -                                        -       off
        draining    response -                                        -       off
        draining    failed   -                                        -       off
        draining    chip     -                                        -       off
        draining    present  -                                        -       off
        draining    absent   -                                        -       off
        draining    lost     lost                                     -       lost
        lost        lost     -                                        -       lost
        reopening   opened   back                                     poll    searching
        reopening   lost     -                                        -       lost
        """

    private static let rows = table.split(separator: "\n").map { line in
        line.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    }

    @Test("Each event in each state leads where the table says", arguments: states)
    func everyEvent(state: String) throws {
        for (name, event) in Self.events {
            var desk = try Self.desk(in: state)
            #expect(desk.state.name == state)
            let effects = desk.receive(event, at: Self.now)
            let row = Self.rows.first { $0[0] == state && $0[1] == name }
            let told = effects.compactMap(Self.word).joined(separator: ",")
            let asked = effects.compactMap(Self.request).joined(separator: ",")
            if state == "closed" {
                #expect(effects.isEmpty && desk.state.name == "closed", "\(name)")
            } else if let row {
                #expect((told.isEmpty ? "-" : told) == row[2], "\(state), \(name)")
                #expect((asked.isEmpty ? "-" : asked) == row[3], "\(state), \(name)")
                #expect(desk.state.name == row[4], "\(state), \(name)")
            } else {
                #expect(told == "surprise" && asked.isEmpty && desk.state.name == state, "\(state), \(name)")
            }
        }
    }

    @Test("Time moves a desk on only where nothing is under way, and asks for one thing", arguments: states)
    func time(state: String) throws {
        let next = [
            "waiting": ("polling", "poll"), "resting": ("checking", "presence"), "missing": ("searching", "poll"),
            "lost": ("reopening", "open"), "reopening": ("closed", ""),
        ]
        var desk = try Self.desk(in: state)
        let effects = desk.advance(to: Self.now + .seconds(60))
        let asked = effects.compactMap(Self.request).joined(separator: ",")
        if state == "lost" {
            // A minute exceeds the wait for a lost reader.
            #expect(desk.state.name == "closed" && effects.compactMap(Self.word) == ["fault"])
        } else {
            let (after, request) = next[state] ?? (state, "")
            #expect(desk.state.name == after && asked == request)
        }
    }

    @Test("A phone that ceases to read forgets its tag, and asks for nothing more", arguments: states)
    func switchedOff(state: String) throws {
        var desk = try Self.desk(in: state)
        desk.setOn(false, at: Self.now)
        let isUnderWay = ["polling", "reading", "reselecting", "checking", "searching", "draining"].contains(state)
        let stays = ["closed", "opening", "lost", "reopening"].contains(state)
        #expect(desk.state.name == (stays ? state : isUnderWay ? "draining" : "off"))
        if !stays { #expect(desk.deadline == nil) }
        desk.setOn(true, at: Self.now)
        #expect(desk.state.name == (stays ? state : isUnderWay ? "draining" : "waiting"))
        if isUnderWay {
            _ = desk.receive(.noTag, at: Self.now)
            #expect(desk.state.name == "waiting" && desk.deadline == Self.now)
        }
    }

    private static let now = Instant.start + .seconds(3)

    /// Returns a poller that a reader's events have brought into a state.
    private static func desk(in state: String) throws -> TagPoller {
        var desk = TagPoller()
        func say(_ events: ReaderEvent...) {
            for event in events { _ = desk.receive(event, at: now) }
        }
        func due() {
            if let deadline = desk.deadline { _ = desk.advance(to: deadline) }
        }
        guard state != "closed" else { return desk }
        _ = desk.open()
        guard state != "opening" else { return desk }
        say(.opened("a reader"))
        switch state {
        case "waiting": return desk
        case "off": desk.setOn(false, at: now)
        case "lost": say(.lost("cable"))
        default: due()
        }
        switch state {
        case "polling", "off", "lost": return desk
        case "draining": desk.setOn(false, at: now)
        case "reading": say(.tagFound(guest))
        case "reselecting": say(.tagFound(guest), .exchangeFailed("torn"))
        default: say(.tagFound(guest), .response([0x00]))
        }
        switch state {
        case "checking": due()
        case "missing", "searching":
            due()
            say(.tagAbsent)
            if state == "searching" { due() }
        case "reopening":
            say(.lost("cable"))
            due()
        default: break
        }
        return desk
    }

    private static func word(_ effect: TagPollerEffect) -> String? {
        switch effect {
        case .request: nil
        case .finding: "surprise"
        case .fault: "fault"
        case .event(let event):
            switch event {
            case .readerReady: "ready"
            case .readerLost: "lost"
            case .readerBack: "back"
            case .several: "several"
            case .finding: "finding"
            default: event.word
            }
        }
    }

    private static func request(_ effect: TagPollerEffect) -> String? {
        guard case .request(let request) = effect else { return nil }
        switch request {
        case .open: return "open"
        case .poll: return "poll"
        case .exchange: return "tag"
        case .checkPresence: return "presence"
        case .close: return "close"
        }
    }
}

extension TagPoller.State {
    fileprivate var name: String {
        switch self {
        case .closed: "closed"
        case .opening: "opening"
        case .lost: "lost"
        case .reopening: "reopening"
        case .off: "off"
        case .draining: "draining"
        case .waiting: "waiting"
        case .polling: "polling"
        case .reading: "reading"
        case .reselecting: "reselecting"
        case .resting: "resting"
        case .checking: "checking"
        case .missing: "missing"
        case .searching: "searching"
        }
    }
}
