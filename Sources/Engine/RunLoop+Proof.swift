import Ground
import Journal
import Links
import Phone
import RigKit
import ScenarioKit
import Wording

// A verdict is final only after the rig's own devices have answered. Silence may be due to a stuck device, and an
// event that would have come through it is not absent.
extension RunLoop {
    /// The limit for an answer by kit and reader; a Bluetooth adapter has its own.
    private static let proofLimit = Lapse.seconds(2)

    /// The ending if kit or reader is not ready in time, which is the rig's fault.
    var notReady: Ending {
        .error(
            RunError(
                "rig.notReady", on: phone.awaited.first,
                .notReady(phone.awaited, within: ScenarioRun.bringUpLimit)))
    }

    /// Checks that the devices a failure rests on still answer; one that does not invalidates the evidence.
    ///
    /// If the rig's switch did not wait for the power, or a radio may not be as a program says, nothing that the
    /// accessory did afterwards is evidence.
    mutating func prove(_ failure: StepFailure) {
        if let name = director.observations.acts.unprovenPower {
            ending = .error(Self.undecided(failure, .stage, .notSwitched(name)))
            return
        }
        if let doubt = director.observations.radios.doubt(aboutFailureOf: failure.bluetooth, at: horizon) {
            ending = .error(Self.undecided(failure, .stage, doubt))
            return
        }
        let channels = adapters(behind: failure)
        if let (link, finding) = power.late.first(where: { channels.contains($0.link) }) {
            ending = .error(Self.undecided(failure, link, .about(link, finding)))
            return
        }
        if let (link, fault) = brokenAdapter(among: channels) {
            take(Arrival(.fault(link, fault), at: links.now))
        }
        if failure.restsOn(.kit) { proveKit() }
        if failure.restsOn(.reader) { proveReader() }
    }

    /// Checks the adapters after a run that passed: a stuck one would not have seen the events that had to stay away.
    ///
    /// The same applies to a console or a kit that lost power and has not returned, and to an act that a program only
    /// claims to have done.
    mutating func provePass() {
        defer {
            let doubt = director.observations.acts.unproven?.doubt ?? director.observations.radios.doubt
            if case .complete = ending, let doubt {
                ending = .error(RunError("rig.undecided", on: .stage, doubt))
            }
        }
        guard let (link, fault) = brokenAdapter(among: allAdapters + allWitnesses) else { return }
        ending = .error(RunError("rig.fault", link, fault))
        take(Arrival(.fault(link, fault), at: links.now))
    }

    /// Checks the adapters before the stage is doubted because a link stayed up: a stuck adapter reports no
    /// disconnection.
    mutating func proveDoubt(_ error: RunError) {
        if error.link == .kit, let fault = links.prove(.kit) {
            ending = .error(RunError("rig.fault", .kit, fault))
            return take(Arrival(.fault(.kit, fault), at: links.now))
        }
        guard error.link == .stage, error.code == "rig.undecided", let (link, fault) = brokenAdapter(among: allAdapters)
        else { return }
        ending = .error(RunError("rig.fault", link, fault))
        take(Arrival(.fault(link, fault), at: links.now))
    }

    private func brokenAdapter(among adapters: [LinkID]) -> (link: LinkID, fault: RigFault)? {
        for link in adapters {
            if let fault = links.prove(link) { return (link, fault) }
        }
        return nil
    }

    private var allAdapters: [LinkID] {
        var adapters: [LinkID] = []
        for need in run.needs {
            switch need {
            case .accessory(let name): adapters.append(run.rig.dataChannel(of: name))
            // All screens share one network.
            case .screen where !adapters.contains(.discovery): adapters.append(.discovery)
            default: continue
            }
        }
        return adapters
    }

    /// Links other than adapters whose silence is evidence.
    private var allWitnesses: [LinkID] {
        run.needs.compactMap { need in
            switch need {
            case .accessory(let name): .console(name)
            case .uwb: .kit
            default: nil
            }
        }
    }

    /// Returns the adapters that a failure depends on. An accessory ranges on request, and much of its console output
    /// is about that; the request went over its adapter.
    private func adapters(behind failure: StepFailure) -> [LinkID] {
        switch failure.link {
        case .console(let name) where run.rig.screens.contains { $0.name.printer == name }: [.discovery]
        case .bluetooth(let name), .console(let name): [run.rig.dataChannel(of: name)]
        case .stream(let stream) where stream.accessory != nil: [.stream(stream)]
        case .kit: allAdapters
        case .stream, .discovery: [.discovery]
        case .reader, .tag, .stage, nil: failure.restsOnKit ? allAdapters : []
        }
    }

    private mutating func proveKit() {
        carryOut(phone.askKit(at: horizon))
        go(while: { $0.phone.awaitsKit })
        guard case .failed = ending, phone.awaitsKit else { return }
        let (what, remedy) = (Sentence.noProof(within: Self.proofLimit), Sentence.resetKit)
        doubtFailure(.kit, RigFault(what.description, remedy: remedy.description))
    }

    /// Waits for an outstanding answer of the reader; an idle reader is no witness.
    private mutating func proveReader() {
        go(while: { $0.readerWatch.isWaiting && $0.readerWatch.complaint(at: $0.horizon) == nil })
        guard case .failed(let failure) = ending, let complaint = readerWatch.complaint(at: horizon) else { return }
        ending = .error(Self.undecided(failure, .reader, complaint))
    }

    private mutating func go(while isWaiting: (RunLoop) -> Bool) {
        let limit = horizon + Self.proofLimit
        while isWaiting(self), horizon < limit, case .failed = ending, step(until: limit) {}
    }

    /// Replaces a failure by an error if a later rig fault concerns the device the failure rests on.
    mutating func doubtFailure(_ link: LinkID, _ fault: RigFault) {
        guard case .failed(let failure) = ending, failure.restsOn(link) else { return }
        ending = .error(Self.undecided(failure, link, .about(link, fault)))
    }

    /// Returns an error that names both the first failure and the fault that invalidates it.
    static func undecided(_ failure: StepFailure, _ link: LinkID, _ doubt: Sentence) -> RunError {
        RunError(
            "rig.undecided", on: link,
            .unjudged(expected: failure.expected, seen: failure.seen, because: doubt))
    }
}

extension StepFailure {
    /// The accessory on whose Bluetooth link it was observed; nil if it was elsewhere.
    fileprivate var bluetooth: AccessoryName? { if case .bluetooth(let name)? = link { name } else { nil } }

    /// Whether the failure was observed on this link, or depends on its traffic. One adapter carries the links to all
    /// accessories, and one network carries all connections.
    fileprivate func restsOn(_ other: LinkID) -> Bool {
        switch (link, other) {
        case (.bluetooth, .bluetooth), (.kit, .bluetooth), (.console, .bluetooth): true
        case (.stream, .stream), (.kit, .stream), (.console, .stream): other.accessory != nil
        case (.stream(let stream), .discovery): stream.companion != nil
        case (_, .kit): restsOnKit || link == .kit
        case (_, .bluetooth), (_, .reader), (_, .tag), (_, .stage), (_, .console), (_, .stream), (_, .discovery):
            link == other
        }
    }
}

extension RunLoop {
    /// Has the bench's programs take away what is still at the reader, and unblock radios. One that fails spoils the
    /// next run, not this one.
    mutating func clearStage() {
        guard run.rig.hasProgram || run.rig.readerCable != .none, let fault = links.prove(.stage) else { return }
        log.record(Finding("stage.notCleared", .warning, "\(fault)"), on: .stage, at: horizon)
    }

    /// Writes to the journal what shows that the programs of the bench did what they were asked.
    mutating func recordEvidence() {
        for (object, evidence) in director.observations.acts.weakest {
            var sentence = object.sentence(evidence.words)
            if case .power(let name) = object, evidence == .readBack, run.rig.powerByPort.contains(name) {
                sentence = .readBack(ofPort: name)
            }
            log.record(Finding("stage.evidence", .note, sentence.description), on: .stage, at: horizon)
        }
        for sentence in director.observations.radios.evidence {
            log.record(Finding("stage.evidence", .note, sentence.description), on: .stage, at: horizon)
        }
    }
}

extension ProgramActs.Evidence {
    var words: String {
        switch self {
        case .commanded: "commanded"
        case .readBack: "read back"
        case .witnessed: "witnessed"
        }
    }
}

extension ProgramActs.Object {
    fileprivate var doubt: Sentence {
        switch self {
        case .power(let name): .notSwitched(name)
        case .position(let name): .positionUnknown(of: name)
        case .tag(let tag): .notWitnessed(tag)
        }
    }

    fileprivate func sentence(_ grade: String) -> Sentence {
        switch self {
        case .power(let name): .evidence(ofPower: name, grade)
        case .position(let name): .evidence(ofPosition: name, grade)
        case .tag(let tag): .evidence(ofTag: tag, grade)
        }
    }
}
