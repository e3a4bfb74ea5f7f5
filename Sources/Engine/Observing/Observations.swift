import Ground
import Journal
import Links
import Phone
import ScenarioKit
import TagRouting
import Wording

/// What was seen, measured and counted in a run so far: the evidence on which a director judges.
struct Observations: Sendable {
    /// A point in a run: what a block or a step counts and measures begins there.
    struct Mark: Hashable, Sendable {
        let events: EventLog.Mark
        let samples: SampleLog.Mark
        /// When that was.
        let instant: Instant
    }

    let scenario: Scenario
    /// How much longer than planned the stage may take for a walk, or to hold a tag to the reader.
    let stagePatience: Span
    /// Explains where links go; nil where nobody asks.
    let router: TagRouter?
    /// The data channels of accessories that have one of their maker's own.
    private let ownChannels: [AccessoryName: DataChannelProfile]
    /// Where a person does what is asked for, and says so.
    private let screensByHand: Set<ScreenName>
    let needsKit: Bool
    let needsReader: Bool
    private(set) var events: EventLog
    private(set) var samples: SampleLog
    private(set) var places = KnownPlaces()
    /// Which companions a screen can find.
    private(set) var companions: KnownCompanions
    /// What is known of tags, reader and notifications.
    private(set) var tags = TagRecord()
    /// When the reader did not see.
    private(set) var reader = ReaderEvidence()
    /// Which event showed a notification, as far as a step at hand has to tell it from others.
    private var shown: [(number: Int, place: Int)] = []
    private(set) var records: [AccessoryRecord] = []
    /// How many messages of each kind were tampered with since a block began to do so.
    private(set) var tampered: [MessageKind: Int] = [:]
    /// What was found wrong with the kit's bytes, though not so wrong that it ended the run.
    private var kitDamage: Finding?
    /// How many things were held against an expectation or a limit: without one there is no evidence and no pass.
    private(set) var checks = 0
    /// When the rig itself stood still: in virtual time, and on a machine that is stopped, nothing happens then.
    private(set) var standstills = Lateness()
    /// The accessories whose consoles have said anything at all.
    private var speaking: [AccessoryName] = []
    private var isKitReady: Bool
    private(set) var isReaderReady: Bool

    init(
        _ scenario: Scenario, stagePatience: Span, router: TagRouter?,
        ownChannels: [AccessoryName: DataChannelProfile] = [:], screensByHand: Set<ScreenName> = []
    ) {
        self.ownChannels = ownChannels
        self.screensByHand = screensByHand
        companions = KnownCompanions(scenario.phone.companions)
        (self.scenario, self.stagePatience, self.router) = (scenario, stagePatience, router)
        let questions = Questions(scenario)
        events = EventLog(asking: questions.asked, in: questions.plans)
        samples = SampleLog(
            isKept: questions.areOfSamples, told: questions.told, reactions: questions.reactions)
        let needs = scenario.needs
        needsKit = needs.contains(.uwb)
        needsReader = needs.contains(.nfc)
        (isKitReady, isReaderReady) = (!needsKit, !needsReader)
        for case .accessory(let name) in needs { records.append(AccessoryRecord(name)) }
        for name in scenario.phones { records.append(AccessoryRecord(name)) }
    }

    /// The data channels that the phone looks for on an accessory.
    func channels(of name: AccessoryName) -> [DataChannelProfile] {
        if scenario.phones.contains(name) { return [.betweenPhones] }
        return ownChannels[name].map { [$0] } ?? scenario.phone.link.profiles
    }

    func record(of name: AccessoryName) -> AccessoryRecord? { records.first { $0.name == name } }

    /// What an accessory did unasked on its link; nil when there is nothing to tell.
    func remarks(of name: AccessoryName?) -> Sentence? { name.flatMap { record(of: $0)?.remarks.sentence } }

    func isByHand(_ name: ScreenName) -> Bool { screensByHand.contains(name) }

    /// Whether what a step needs is ready.
    func has(_ need: StepNeed) -> Bool {
        switch need {
        case .nothing: true
        case .kit: isKitReady
        case .readerOnce: isReaderReady
        case .reader: isReaderReady && tags.outage == nil
        }
    }

    /// What was first found wrong with the kit's bytes: the cause of what it does not report later.
    var damage: Sentence? { kitDamage.map { .about(LinkID.kit, $0) } }

    func kitSilence(with name: AccessoryName, at now: Instant) -> Span? {
        guard needsKit else { return nil }
        return record(of: name)?.kitSilence(at: now, timeout: scenario.phone.rangingTimeout)
    }

    mutating func mark(at now: Instant) -> Mark { Mark(events: events.mark, samples: samples.mark(), instant: now) }

    /// Something was held against an expectation.
    mutating func noteCheck(_ count: Int = 1) { checks += count }

    /// Keeps what is measured and counted over the whole scenario; `suffersLoss` where the scenario itself may have
    /// taken the reader away.
    mutating func note(_ event: PhoneEvent, suffersLoss: Bool, at now: Instant) {
        for index in records.indices { records[index].note(event, at: now) }
        switch event {
        case .finding(.kit, let finding): if finding.weight != .note, kitDamage == nil { kitDamage = finding }
        case .finding(.reader, let finding):
            if finding.weight != .note { reader.noteFailure(finding, at: events.count) }
        case .tag(let event):
            if case .readerLost(let why) = event { reader.noteLoss(why, isAsked: suffersLoss, at: events.count) }
            if case .readerBack = event { reader.noteReturn(at: events.count) }
            tags.note(event)
        case .tampered(_, let message, _): tampered[message, default: 0] += 1
        case .companion(let name, let event): companions.note(event, of: name)
        case .channel, .nearby, .sent, .distance, .zone, .feature, .kitReady, .kitRanging, .kitRound, .blindProbe,
            .finding, .fault, .waits:
            break
        }
        events.append(event, origin: origin(of: event))
        samples.note(event, truth: { (places.distance(to: $0), places.direction(of: $0)) }, at: now)
    }

    /// Keeps that a device is ready, once everything else has heard of it.
    mutating func noteReadiness(_ event: PhoneEvent) {
        if case .kitReady = event { isKitReady = true }
        if case .tag(.readerReady) = event { isReaderReady = true }
    }

    /// Keeps what the stage has done; returns that nothing comes of a tag where a phone that reads none is shown it.
    mutating func note(_ event: StageEvent, at now: Instant) -> PhoneEvent? {
        tags.note(event)
        if case .powered(let name) = event, let index = records.firstIndex(where: { $0.name == name }) {
            records[index].notePower(at: now)
        }
        guard case .presented = event, let reason = tags.notReading else { return nil }
        let ignored = PhoneEvent.tag(event: .ignored(reason: reason))
        events.append(ignored)
        return ignored
    }

    /// Keeps what the stage is told.
    mutating func note(_ request: StageRequest, at now: Instant) {
        places.note(request)
        if case .screen(_, let act) = request { samples.note(act, at: now) }
    }

    /// Keeps what is done with a companion.
    mutating func note(_ act: CompanionAct, with name: CompanionName, at now: Instant) {
        samples.note(act, with: name, at: now)
        companions.note(act, with: name)
    }

    /// A walk is over.
    mutating func noteArrival(of name: AccessoryName, at distance: Distance) { places.arrive(name, at: distance) }

    /// The phone was turned by that much.
    mutating func noteTurn(by turn: SeenDirection) { places.turn(by: turn) }

    /// Keeps a line that an accessory printed.
    mutating func note(console line: String, of name: AccessoryName, at now: Instant) {
        if !speaking.contains(name) { speaking.append(name) }
        events.append(.console(name, line))
        samples.note(line: line, of: name, truth: places.distance(to: name), at: now)
    }

    /// Whether a console said anything at all: until then it may be cut, or be read at another rate.
    func hasHeard(consoleOf name: AccessoryName) -> Bool { speaking.contains(name) }

    /// The rig stood still; what is told of it is told before anything that came meanwhile.
    mutating func noteStandstill(from start: Instant, to end: Instant) { standstills.note(from: start, to: end) }

    mutating func note(_ request: ReaderRequest) { reader.troubles.note(request) }
    mutating func note(_ answer: ReaderEvent) { reader.troubles.note(answer) }
    /// A momentary trouble of the reader was made, or the block of another one ended.
    mutating func note(_ trouble: ReaderTrouble) { reader.troubles.note(trouble) }

    /// What an accessory sent last, to hold against what can be read of it.
    mutating func note(configuration: [UInt8]?, of name: AccessoryName) {
        guard let index = records.firstIndex(where: { $0.name == name }) else { return }
        records[index].configuration = configuration
    }

    mutating func beginTampering(with message: MessageKind) { tampered[message] = 0 }

    /// The phone sets out to connect.
    mutating func beginConnection(to name: AccessoryName, at now: Instant) {
        samples.beginConnection(to: name, at: now)
    }

    /// A link was being encrypted for so long, until now.
    mutating func leaveOut(_ span: Span, of name: AccessoryName, at now: Instant) {
        samples.leaveOut(span, of: name, at: now)
    }

    /// Which event brought this one about: the notification that is opened; no tag for a link that is followed.
    private mutating func origin(of event: PhoneEvent) -> Int? {
        switch event {
        case .tag(.notified(_, let number)):
            shown.append((number, events.count))
            return nil
        case .tag(.delivered(_, _, let number?)), .tag(.leftAlone(_, let number)), .tag(.unlockAsked(let number)):
            return shown.last { $0.number == number }?.place ?? Self.noTag
        case .tag(.delivered(_, _, nil)), .tag(.followed): return Self.noTag
        case .channel, .nearby, .sent, .tampered, .distance, .zone, .feature, .kitReady, .kitRanging, .kitRound,
            .blindProbe, .tag, .companion, .finding, .fault, .waits:
            return nil
        }
    }

    /// Before every event.
    private static let noTag = -1

    /// Forgets what nobody can ask about any more: only steps at hand tell one tag from an earlier one.
    mutating func forget(before first: Int?, keeping marks: [Mark]) {
        let first = first ?? events.count
        events.forget(before: first)
        samples.merge(keeping: marks.map(\.samples))
        if let oldest = shown.first, oldest.place < first { shown.removeAll { $0.place < first } }
    }
}
