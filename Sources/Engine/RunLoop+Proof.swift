import Ground
import Journal
import Links
import Phone
import RigKit
import ScenarioKit
import Wording

// A verdict stands when the rig's own devices answer afterwards: silence is nobody's fault but a stuck device's, and
// what did not come over a stuck one did not stay away.
extension RunLoop {
    /// How long kit and reader have to answer; a Bluetooth adapter has a limit of its own.
    private static let proofLimit = Span.seconds(2)

    /// Asks the devices that a failure rests on whether they still answer; one that does not takes its evidence away.
    mutating func prove(_ failure: StepFailure) {
        if let (link, fault) = brokenAdapter(among: adapters(behind: failure)) {
            take(Arrival(.fault(link, fault), at: links.now))
        }
        if failure.restsOn(.kit) { proveKit() }
        if failure.restsOn(.reader) { proveReader() }
    }

    /// Asks the adapters of a run that passed: one that is stuck would have seen nothing of what was to stay away.
    ///
    /// The same holds for a console or a kit that went away with the power and has not returned.
    mutating func provePass() {
        guard let (link, fault) = brokenAdapter(among: allAdapters + allWitnesses) else { return }
        ending = .error(RunError("rig.fault", link, fault))
        take(Arrival(.fault(link, fault), at: links.now))
    }

    /// Asks the adapters before the stage is doubted for a link that stayed up: one that is stuck tells of no end.
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
            // All screens are in one network.
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

    /// An accessory ranges because it was told to, and much of what it prints is about that: over its adapter.
    private func adapters(behind failure: StepFailure) -> [LinkID] {
        switch failure.link {
        case .console(let name) where run.rig.screens.contains { $0.name.printer == name }: [.discovery]
        case .bluetooth(let name), .console(let name): [run.rig.dataChannel(of: name)]
        case .stream(let stream) where stream.accessory != nil: [.stream(stream)]
        case .kit: allAdapters
        case .stream, .discovery: [.discovery]
        case .reader, .stage, nil: failure.restsOnKit ? allAdapters : []
        }
    }

    private mutating func proveKit() {
        carryOut(phone.askKit(at: horizon))
        go(while: { $0.phone.awaitsKit })
        guard case .failed = ending, phone.awaitsKit else { return }
        let (what, remedy) = (Sentence.noProof(within: Self.proofLimit), Sentence.resetKit)
        doubtFailure(.kit, RigFault(what.description, remedy: remedy.description))
    }

    /// A reader that is asked something owes an answer; one that nobody asks is no witness.
    private mutating func proveReader() {
        go(while: { $0.readerWatch.isWaiting && $0.readerWatch.complaint(at: $0.horizon) == nil })
        guard case .failed(let failure) = ending, let complaint = readerWatch.complaint(at: horizon) else { return }
        ending = .error(Self.undecided(failure, .reader, complaint))
    }

    private mutating func go(while isWaiting: (RunLoop) -> Bool) {
        let limit = horizon + Self.proofLimit
        while isWaiting(self), horizon < limit, case .failed = ending, step(until: limit) {}
    }

    /// A fault of the rig that comes after a failure takes its evidence away, where that rests on the same device.
    mutating func doubtFailure(_ link: LinkID, _ fault: RigFault) {
        guard case .failed(let failure) = ending, failure.restsOn(link) else { return }
        ending = .error(Self.undecided(failure, link, .about(link, fault)))
    }

    /// Both the first failure and what makes it worthless.
    private static func undecided(_ failure: StepFailure, _ link: LinkID, _ doubt: Sentence) -> RunError {
        RunError(
            "rig.undecided", on: link,
            .unjudged(expected: failure.expected, seen: failure.seen, because: doubt))
    }
}

extension StepFailure {
    /// Whether what was seen, or not seen, was seen on this link, or is due to what went over it. One adapter has the
    /// links to all accessories, and one network the connections.
    fileprivate func restsOn(_ other: LinkID) -> Bool {
        switch (link, other) {
        case (.bluetooth, .bluetooth), (.kit, .bluetooth), (.console, .bluetooth): true
        case (.stream, .stream), (.kit, .stream), (.console, .stream): other.accessory != nil
        case (.stream(let stream), .discovery): stream.companion != nil
        case (_, .kit): restsOnKit || link == .kit
        case (_, .bluetooth), (_, .reader), (_, .stage), (_, .console), (_, .stream), (_, .discovery): link == other
        }
    }
}
