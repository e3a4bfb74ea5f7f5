import Ground
import Journal
import Links
import Phone
import ScenarioKit
import Wording

/// Everything seen, measured and counted in a run: the evidence on which the director judges.
struct Observations: Sendable {
    /// A point in a run from which a block or a step counts and measures.
    struct Mark: Hashable, Sendable {
        let events: EventLog.Mark
        let samples: SampleLog.Mark
        /// The instant of the mark.
        let instant: Instant
    }

    let setting: RunSetting
    private(set) var devices: DeviceReadiness
    private(set) var events: EventLog
    private(set) var samples: SampleLog
    private(set) var places: TruePositions
    /// The acts of programs, with their evidence.
    private(set) var acts = ProgramActs()
    private(set) var radios = RadioActs()
    /// The companions that a screen can find.
    private(set) var companions: KnownCompanions
    /// The state of tags, reader and notifications.
    private(set) var tags = TagRecord()
    /// The record of the reader's absences and failures.
    private(set) var reader = ReaderEvidence()
    private var notifications = NotificationOrigins()
    private(set) var records: [AccessoryRecord] = []
    /// The number of tampered messages of each kind since a block began to tamper with them.
    private(set) var tampered: [MessageKind: Int] = [:]
    /// The first finding about the kit's bytes that was not severe enough to end the run.
    private var kitDamage: Finding?
    /// The number of checks made; a run without any has no evidence and cannot pass.
    private(set) var checks = 0
    /// The periods in which the rig itself stalled. In virtual time, and on a machine that is stopped, nothing happens
    /// during them.
    private(set) var standstills = Lateness()
    /// The accessories whose consoles have printed anything.
    private var speaking: [AccessoryName] = []
    /// The accessories whose consoles print noise.
    private var noisy: [AccessoryName] = []
    /// The absences of consoles that went away with the power of their accessories, each until its last instant.
    private var absences: [(name: AccessoryName, until: Instant)] = []

    init(_ setting: RunSetting) {
        self.setting = setting
        let scenario = setting.scenario
        places = TruePositions(areReported: setting.reportsPlaces)
        companions = KnownCompanions(scenario.phone.companions)
        let questions = ObservedTopics(scenario)
        events = EventLog(asking: questions.asked, in: questions.plans)
        samples = SampleLog(
            isKept: questions.areOfSamples, told: questions.told, reactions: questions.reactions)
        let needs = scenario.needs
        devices = DeviceReadiness(of: needs)
        for case .accessory(let name) in needs { records.append(AccessoryRecord(name)) }
        for name in scenario.phones { records.append(AccessoryRecord(name)) }
    }

    var scenario: Scenario { setting.scenario }

    func record(of name: AccessoryName) -> AccessoryRecord? { records.first { $0.name == name } }

    /// Returns an accessory's unsolicited acts on its link; nil if there were none.
    func remarks(of name: AccessoryName?) -> Sentence? { name.flatMap { record(of: $0)?.remarks.sentence } }

    /// Returns whether the device that a step needs is ready.
    func has(_ need: StepNeed) -> Bool {
        guard places.unplaced.isEmpty, !radios.isChanging else { return false }
        return switch need {
        case .nothing: true
        case .kit: devices.isKitReady
        case .readerOnce: devices.isReaderReady
        case .reader: devices.isReaderReady && tags.outage == nil
        }
    }

    /// The first defect in the kit's bytes, which explains later missing reports.
    var damage: Sentence? { kitDamage.map { .about(LinkID.kit, $0) } }

    func kitSilence(with name: AccessoryName, at now: Instant) -> Lapse? {
        guard devices.needsKit else { return nil }
        return record(of: name)?.kitSilence(at: now, timeout: scenario.phone.rangingTimeout)
    }

    mutating func mark(at now: Instant) -> Mark { Mark(events: events.mark, samples: samples.mark(), instant: now) }

    /// Records that checks were made.
    mutating func noteCheck(_ count: Int = 1) { checks += count }

    /// Records an event for the whole scenario; `suffersLoss` says that the scenario itself may have caused the loss
    /// of the reader.
    mutating func note(_ event: PhoneEvent, suffersLoss: Bool, at now: Instant) {
        for index in records.indices { records[index].note(event, at: now) }
        acts.note(event)
        radios.note(event, at: now)
        switch event {
        case .finding(.kit, let finding): if finding.weight != .note, kitDamage == nil { kitDamage = finding }
        case .finding(.console(let name), let finding): note(finding, ofConsole: name, at: now)
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
        events.append(event, origin: notifications.origin(of: event, at: events.count))
        samples.note(event, truth: { (places.distance(to: $0), places.direction(of: $0)) }, at: now)
    }

    /// Records that a device is ready, after all other handling of the event.
    mutating func noteReadiness(_ event: PhoneEvent) { devices.note(event) }

    /// Records what the stage has done. If a tag was presented to a phone that does not read tags, returns the event
    /// that it was ignored.
    mutating func note(_ event: StageEvent, at now: Instant) -> PhoneEvent? {
        acts.note(event)
        radios.note(event, at: now)
        tags.note(event, at: now)
        places.note(event)
        if case .powered(let name) = event, let index = records.firstIndex(where: { $0.name == name }) {
            records[index].notePower(at: now)
        }
        guard case .presented = event, let reason = tags.notReading else { return nil }
        let ignored = PhoneEvent.tag(event: .ignored(reason: reason))
        events.append(ignored)
        return ignored
    }

    /// Records a request to the stage.
    mutating func note(_ request: StageRequest, at now: Instant) {
        places.note(request)
        acts.note(request, setting)
        radios.note(request, setting, at: now)
        if case .screen(_, let act) = request { samples.note(act, at: now) }
        if case .peer(let name, let act) = request, let index = records.firstIndex(where: { $0.name == name }) {
            records[index].note(act)
        }
    }

    /// The accessories that are not yet at their first places.
    var unplaced: [AccessoryName] { places.unplaced }

    /// Records that steps must not begin before the accessories are at their first places.
    mutating func awaitPlaces(of names: [AccessoryName]) { places.awaitPlaces(of: names) }

    /// Records an act with a companion.
    mutating func note(_ act: CompanionAct, with name: CompanionName, at now: Instant) {
        samples.note(act, with: name, at: now)
        companions.note(act, with: name)
    }

    /// Records the end of a walk.
    mutating func noteArrival(of name: AccessoryName, at distance: Distance) { places.arrive(name, at: distance) }

    /// Records a turn of the phone.
    mutating func noteTurn(by turn: SeenDirection) { places.turn(by: turn) }

    private mutating func note(_ finding: Finding, ofConsole name: AccessoryName, at now: Instant) {
        switch finding.code {
        case .consoleNoise: noisy.append(name)
        case .consoleClear: noisy.removeAll { $0 == name }
        case .consoleGone: absences.append((name, .never))
        case .consoleAway:
            absences.removeAll { $0.name == name && $0.until == .never }
            absences.append((name, now))
        default: break
        }
    }

    /// Returns whether a console was away after an instant, or is, so that lines may be missing.
    func wasAway(consoleOf name: AccessoryName, since instant: Instant) -> Bool {
        absences.contains { $0.name == name && $0.until >= instant }
    }

    /// Records a line printed by an accessory.
    mutating func note(console line: String, of name: AccessoryName, at now: Instant) {
        // At a wrong rate, noise now and then has the end of a line in it.
        if !speaking.contains(name), !line.isMostlyNoise { speaking.append(name) }
        events.append(.console(name, line))
        samples.note(line: line, of: name, truth: places.distance(to: name), at: now)
    }

    /// Whether a console has printed anything but noise; if not, it may be disconnected, or be read at the wrong rate.
    func hasHeard(consoleOf name: AccessoryName) -> Bool { speaking.contains(name) && !noisy.contains(name) }

    /// Records a stall of the rig, before any event that occurred during it.
    mutating func noteStandstill(from start: Instant, to end: Instant) { standstills.note(from: start, to: end) }

    mutating func note(_ request: ReaderRequest) { reader.troubles.note(request) }
    mutating func note(_ answer: ReaderEvent) { reader.troubles.note(answer) }
    /// Records a momentary failure of the reader, or the end of another one's block.
    mutating func note(_ trouble: ReaderFailure) { reader.troubles.note(trouble) }

    /// Records the configuration data that an accessory sent last, for comparison with the data read from it.
    mutating func note(configuration: [UInt8]?, of name: AccessoryName) {
        guard let index = records.firstIndex(where: { $0.name == name }) else { return }
        records[index].configuration = configuration
    }

    mutating func beginTampering(with message: MessageKind) { tampered[message] = 0 }

    /// Records that the phone is about to connect.
    mutating func beginConnection(to name: AccessoryName, at now: Instant) {
        samples.beginConnection(to: name, at: now)
    }

    /// Excludes the time, ending now, for which a link was being encrypted.
    mutating func leaveOut(_ span: Lapse, of name: AccessoryName, at now: Instant) {
        samples.leaveOut(span, of: name, at: now)
    }

    /// Forgets what can no longer be queried; only active steps distinguish a tag from an earlier one.
    mutating func forget(before first: Int?, keeping marks: [Mark]) {
        let first = first ?? events.count
        events.forget(before: first)
        samples.merge(keeping: marks.map(\.samples))
        notifications.forget(before: first)
    }
}

extension String {
    /// Whether three of ten characters or more were not UTF-8 (sheet bench.md, section 3.5).
    fileprivate var isMostlyNoise: Bool {
        unicodeScalars.count { $0 == "\u{FFFD}" } * 10 > unicodeScalars.count * 3
    }
}
