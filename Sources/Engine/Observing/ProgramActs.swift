import Ground
import Links
import Phone
import UWB
import Wording

/// The acts of the bench's programs in a run, each with the evidence that it was done.
///
/// An exit status is no evidence: an act is commanded until the program reads the state back, or something else on the
/// bench witnesses its effect.
struct ProgramActs: Sendable {
    enum Object: Hashable, Sendable {
        case power(AccessoryName)
        case position(AccessoryName)
        case tag(TagName)
        case radio(Radio, of: AccessoryName, isBlocked: Bool)
    }

    enum Evidence: Int, Comparable, Sendable {
        /// Something shows that it was not done.
        case contradicted
        case commanded, readBack, witnessed

        static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    struct Act: Sendable {
        let object: Object
        /// Whether the accessory's link was up when its power was requested, and has not ended since.
        var awaitsLoss = false
        /// Whether the accessory's console goes away with its power alone.
        var heedsConsole = false
        /// Whether the phone moves evenly until it is done.
        var isWalk = false
        var evidence = Evidence.commanded
        /// The time at which it was done according to the program; nil while it is in progress.
        var doneAt: Instant?

        var isDone: Bool { doneAt != nil }
        var isUnproven: Bool { isDone && evidence <= .commanded }
    }

    /// The time that a round may take from the air to the phone.
    private static let roundDelay = Lapse.seconds(1)

    private var acts: [Act] = []
    /// The accessories whose links are up.
    private var linked: Set<AccessoryName> = []
    /// The tags that the stage was asked to hold to the reader and has not taken away.
    private var field: Set<TagName> = []

    /// The first act that is done according to the program, but of which there is no evidence.
    ///
    /// A position that was not read back makes no act doubtful, because the distance is then unknown.
    var unproven: Act? {
        acts.first { act in
            if case .position = act.object { return false }
            return act.isUnproven
        }
    }

    /// The first power switch or radio that was switched according to the program, but not according to anything else.
    var unprovenSwitch: Act? {
        acts.first { act in
            switch act.object {
            case .power, .radio: act.isUnproven
            case .position, .tag: false
            }
        }
    }

    /// Whether a program is blocking or unblocking a radio; no step begins before it has.
    var changesRadio: Bool { acts.contains { if case .radio = $0.object { !$0.isDone } else { false } } }

    /// The objects of the acts that are done, each with the weakest evidence of its acts.
    var weakest: [(object: Object, evidence: Evidence)] {
        acts.filter(\.isDone).reduce(into: []) { sums, act in
            if let place = sums.firstIndex(where: { $0.object == act.object }) {
                sums[place].evidence = min(sums[place].evidence, act.evidence)
            } else {
                sums.append((act.object, act.evidence))
            }
        }
    }

    /// Returns whether a program put an accessory somewhere or walked it there; false before that and during a walk.
    func isAtRest(_ name: AccessoryName) -> Bool {
        acts.last { $0.object == .position(name) }.map { !$0.isWalk || $0.isDone } ?? false
    }

    mutating func note(_ request: StageRequest, _ setting: RunSetting) {
        switch request {
        case .power(let name, _) where setting.powerByProgram.contains(name):
            acts.append(
                Act(
                    object: .power(name), awaitsLoss: linked.contains(name),
                    heedsConsole: setting.powerShownByConsole.contains(name)))
        case .present(let tag), .swap(_, let tag):
            field.insert(tag)
            if setting.tagsByProgram.contains(tag) { acts.append(Act(object: .tag(tag))) }
        case .tearAway(let tag, _): field.insert(tag)
        case .place(let name, _): if setting.movesByProgram { acts.append(Act(object: .position(name))) }
        case .move(let name, _, _, _):
            if setting.movesByProgram { acts.append(Act(object: .position(name), isWalk: true)) }
        case .dropLink(let name):
            guard setting.blockedByProgram[.ble]?.contains(name) == true else { break }
            acts += [true, false].map { Act(object: .radio(.ble, of: name, isBlocked: $0)) }
        case .silenceUWB(let name, let isSilent):
            guard setting.blockedByProgram[.uwb]?.contains(name) == true else { break }
            acts.append(Act(object: .radio(.uwb, of: name, isBlocked: isSilent)))
        case .face, .turn, .remove, .readerTrouble, .power, .peer, .screen, .network: break
        }
    }

    mutating func note(_ event: StageEvent, at now: Instant) {
        switch event {
        case .readBack(.radio(let radio, let name, let isBlocked)):
            raise(.radio(radio, of: name, isBlocked: isBlocked), to: .readBack)
        case .radio(let radio, let name, let isBlocked):
            change(.radio(radio, of: name, isBlocked: isBlocked)) { $0.doneAt = now }
        case .readBack(.power(let name)): raise(.power(name), to: .readBack)
        case .readBack(.tag(let tag, true)): raise(.tag(tag), to: .readBack)
        case .powered(let name): change(.power(name)) { $0.doneAt = now }
        case .readBack(.position(let name, _, _)): raise(.position(name), to: .readBack)
        case .placed(let name), .arrived(let name): change(.position(name)) { $0.doneAt = now }
        case .removed(let tag): field.remove(tag)
        case .presented(let tag): change(.tag(tag)) { $0.doneAt = now }
        case .readBack(.tag), .turned, .acted: break
        }
    }

    mutating func note(_ event: PhoneEvent, at now: Instant) {
        switch event {
        case .channel(let name, .connected), .channel(let name, .opened):
            linked.insert(name)
            change(.power(name)) { $0.awaitsLoss = false }
            if acts.last(where: { $0.object == .radio(.ble, of: name, isBlocked: true) })?.isDone == true {
                raise(.radio(.ble, of: name, isBlocked: false), to: .witnessed)
            }
        case .channel(let name, .lost(let reason)):
            linked.remove(name)
            change(.power(name)) { act in
                if act.awaitsLoss, Self.comesWithoutPower(reason) { act.evidence = .witnessed }
                act.awaitsLoss = false
            }
            if Self.comesOfSilence(reason) { noteSilence(of: name) }
        case .finding(.console(let name), let finding) where finding.code == .consoleAway:
            change(.power(name)) { if $0.heedsConsole { $0.evidence = .witnessed } }
        case .tag(.detected):
            // With several tags there, it may be any of them.
            if field.count == 1, let tag = field.first { raise(.tag(tag), to: .witnessed) }
        case .tag(.several): for tag in field { raise(.tag(tag), to: .witnessed) }
        case .kitRound(let name, let failure): noteRound(with: name, failure, at: now)
        case .channel, .nearby, .sent, .tampered, .distance, .zone, .feature, .kitReady, .kitRanging, .blindProbe, .tag,
            .companion, .finding, .fault, .waits:
            break
        }
    }

    /// Returns whether a link ends for this reason when the accessory has no power.
    private static func comesWithoutPower(_ reason: DisconnectReason) -> Bool {
        switch reason {
        case .remote, .supervisionTimeout, .reset, .unacknowledged: true
        case .local, .authentication, .other: false
        }
    }

    /// Returns whether a link ends for this reason when nothing is heard any more.
    private static func comesOfSilence(_ reason: DisconnectReason) -> Bool {
        switch reason {
        case .supervisionTimeout, .unacknowledged: true
        case .remote, .reset, .local, .authentication, .other: false
        }
    }

    /// Whether the bench is cutting an accessory's link; the two acts of a cut are requested together.
    private func isCutting(_ name: AccessoryName) -> Bool {
        acts.last { $0.object == .radio(.ble, of: name, isBlocked: false) }.map { !$0.isDone } ?? false
    }

    /// Returns whether the last act on an accessory's UWB blocks it; nil if there was none.
    private func isSilenced(_ name: AccessoryName) -> Bool? {
        for act in acts.reversed() {
            if case .radio(.uwb, name, let isBlocked) = act.object { return isBlocked }
        }
        return nil
    }

    /// Records that a link fell silent: its Bluetooth is blocked, or another radio is and takes Bluetooth with it.
    private mutating func noteSilence(of name: AccessoryName) {
        if isCutting(name) {
            raise(.radio(.ble, of: name, isBlocked: true), to: .witnessed)
        } else if isSilenced(name) == true {
            change(.radio(.uwb, of: name, isBlocked: true)) { $0.evidence = .contradicted }
        }
    }

    private mutating func noteRound(with name: AccessoryName, _ failure: RangingFailure?, at now: Instant) {
        guard let isSilenced = isSilenced(name) else { return }
        switch (isSilenced, failure) {
        case (true, let failure?):
            if !failure.isOfKit { raise(.radio(.uwb, of: name, isBlocked: true), to: .witnessed) }
        case (true, nil):
            change(.radio(.uwb, of: name, isBlocked: true)) { act in
                if let since = act.doneAt, now - since > Self.roundDelay { act.evidence = .contradicted }
            }
        case (false, nil): raise(.radio(.uwb, of: name, isBlocked: false), to: .witnessed)
        case (false, _?): break
        }
    }

    private mutating func raise(_ object: Object, to evidence: Evidence) {
        change(object) { if $0.evidence != .contradicted { $0.evidence = max($0.evidence, evidence) } }
    }

    private mutating func change(_ object: Object, _ body: (inout Act) -> Void) {
        if let place = acts.lastIndex(where: { $0.object == object }) { body(&acts[place]) }
    }
}
