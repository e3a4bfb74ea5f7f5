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
        var evidence = Evidence.commanded
        /// Whether it is done according to the program.
        var isDone = false
        /// Whether the tag was taken away, so that nothing can witness it any more.
        var isOver = false
    }

    private var acts: [Act] = []

    /// The first act that is done according to the program, but of which there is no evidence.
    ///
    /// A position that was not read back makes no act doubtful, because the distance is then unknown.
    var unproven: Object? {
        acts.first { act in
            if case .position = act.object { return false }
            return act.isDone && act.evidence == .commanded
        }?.object
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

    mutating func note(_ request: StageRequest, _ setting: RunSetting) {
        switch request {
        case .power(let name, _) where setting.powerByProgram.contains(name): acts.append(Act(object: .power(name)))
        case .present(let tag) where setting.tagsByProgram.contains(tag),
            .swap(_, let tag) where setting.tagsByProgram.contains(tag):
            acts.append(Act(object: .tag(tag)))
        case .place(let name, _), .move(let name, _, _, _):
            if setting.movesByProgram { acts.append(Act(object: .position(name))) }
        case .face, .turn, .present, .remove, .tearAway, .swap, .readerTrouble, .dropLink, .power,
            .silenceUWB, .peer, .screen, .network:
            break
        }
    }

    mutating func note(_ event: StageEvent) {
        switch event {
        case .readBack(.power(let name)): raise(.power(name), to: .readBack)
        case .readBack(.tag(let tag, true)): raise(.tag(tag), to: .readBack)
        case .powered(let name): change(.power(name)) { $0.isDone = true }
        case .readBack(.position(let name, _, _)): raise(.position(name), to: .readBack)
        case .placed(let name), .arrived(let name): change(.position(name)) { $0.isDone = true }
        case .removed(let tag): change(.tag(tag)) { $0.isOver = true }
        case .presented(let tag): change(.tag(tag)) { $0.isDone = true }
        case .readBack(.tag), .turned, .acted: break
        }
    }

    mutating func note(_ event: PhoneEvent) {
        switch event {
        case .channel(let name, .lost(let reason)) where reason != .local: raise(.power(name), to: .witnessed)
        case .finding(.console(let name), let finding) where finding.code == "console.away":
            raise(.power(name), to: .witnessed)
        case .tag(.detected), .tag(.several):
            for place in acts.indices where !acts[place].isOver {
                if case .tag = acts[place].object { acts[place].evidence = .witnessed }
            }
        case .channel, .nearby, .sent, .tampered, .distance, .zone, .feature, .kitReady, .kitRanging, .kitRound,
            .blindProbe, .tag, .companion, .finding, .fault, .waits:
            break
        }
    }

    private mutating func raise(_ object: Object, to evidence: Evidence) {
        change(object) { $0.evidence = max($0.evidence, evidence) }
    }

    private mutating func change(_ object: Object, _ body: (inout Act) -> Void) {
        if let place = acts.lastIndex(where: { $0.object == object }) { body(&acts[place]) }
    }
}
