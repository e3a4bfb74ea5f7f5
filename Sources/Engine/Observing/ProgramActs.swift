import Ground
import Links
import Phone
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
    }

    enum Evidence: Int, Comparable, Sendable {
        case commanded, readBack, witnessed

        static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    private struct Act: Sendable {
        let object: Object
        /// Whether the accessory's link was up when its power was requested, and has not ended since.
        var awaitsLoss = false
        /// Whether the accessory's console goes away with its power alone.
        var heedsConsole = false
        /// Whether the phone moves evenly until it is done.
        var isWalk = false
        var evidence = Evidence.commanded
        /// Whether it is done according to the program.
        var isDone = false

        var isUnproven: Bool { isDone && evidence == .commanded }
    }

    private var acts: [Act] = []
    /// The accessories whose links are up.
    private var linked: Set<AccessoryName> = []
    /// The tags that the stage was asked to hold to the reader and has not taken away.
    private var field: Set<TagName> = []

    /// The first act that is done according to the program, but of which there is no evidence.
    ///
    /// A position that was not read back makes no act doubtful, because the distance is then unknown.
    var unproven: Object? {
        acts.first { act in
            if case .position = act.object { return false }
            return act.isUnproven
        }?.object
    }

    /// The first accessory whose power was switched according to the program, but not according to anything else.
    var unprovenPower: AccessoryName? {
        for act in acts where act.isUnproven { if case .power(let name) = act.object { return name } }
        return nil
    }

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
        case .face, .turn, .remove, .readerTrouble, .dropLink, .power, .silenceUWB, .peer, .screen, .network: break
        }
    }

    mutating func note(_ event: StageEvent) {
        switch event {
        case .readBack(.power(let name)): raise(.power(name), to: .readBack)
        case .readBack(.tag(let tag, true)): raise(.tag(tag), to: .readBack)
        case .powered(let name): change(.power(name)) { $0.isDone = true }
        case .readBack(.position(let name, _, _)): raise(.position(name), to: .readBack)
        case .placed(let name), .arrived(let name): change(.position(name)) { $0.isDone = true }
        case .removed(let tag): field.remove(tag)
        case .presented(let tag): change(.tag(tag)) { $0.isDone = true }
        case .readBack(.tag), .readBack(.radio), .radio, .turned, .acted: break
        }
    }

    mutating func note(_ event: PhoneEvent) {
        switch event {
        case .channel(let name, .connected), .channel(let name, .opened):
            linked.insert(name)
            change(.power(name)) { $0.awaitsLoss = false }
        case .channel(let name, .lost(let reason)):
            linked.remove(name)
            change(.power(name)) { act in
                if act.awaitsLoss, Self.comesWithoutPower(reason) { act.evidence = .witnessed }
                act.awaitsLoss = false
            }
        case .finding(.console(let name), let finding) where finding.code == .consoleAway:
            change(.power(name)) { if $0.heedsConsole { $0.evidence = .witnessed } }
        case .tag(.detected):
            // With several tags there, it may be any of them.
            if field.count == 1, let tag = field.first { raise(.tag(tag), to: .witnessed) }
        case .tag(.several): for tag in field { raise(.tag(tag), to: .witnessed) }
        case .channel, .nearby, .sent, .tampered, .distance, .zone, .feature, .kitReady, .kitRanging, .kitRound,
            .blindProbe, .tag, .companion, .finding, .fault, .waits:
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

    private mutating func raise(_ object: Object, to evidence: Evidence) {
        change(object) { $0.evidence = max($0.evidence, evidence) }
    }

    private mutating func change(_ object: Object, _ body: (inout Act) -> Void) {
        if let place = acts.lastIndex(where: { $0.object == object }) { body(&acts[place]) }
    }
}
