import ScenarioKit

/// What a scenario asks about somewhere: what happens otherwise need not be kept, however long the run is.
struct Questions: Sendable {
    /// What is expected anywhere, how often or never, as it is asked for.
    private(set) var asked: [Outcome] = []
    /// The same, of several that will do each one.
    private var outcomes: [Outcome] = []
    /// Whether a limit is set anywhere on what is measured.
    private(set) var areOfSamples = false

    init(_ scenario: Scenario) {
        add(scenario.always)
        collect(scenario.steps)
    }

    /// Whether an expectation counts it, or would tell of it; what concerns tags and reader always may be asked for.
    func concern(_ occurrence: Occurrence) -> Bool {
        switch occurrence {
        case .opened, .notified, .delivered, .tagDetected, .tagGone, .tagUnreadable, .decided, .severalTags,
            .readerLost, .readerBack, .console:
            true
        case .found, .connected, .disconnected, .encrypted, .pairingFailed, .parametersRequested, .writeRefused,
            .received, .sent, .ranging, .direction, .removed, .retry, .gaveUp, .invalidated, .suspended,
            .suspensionEnded, .prompted, .kitMeasured, .addressClash, .zone, .feature:
            outcomes.contains { occurrence.matches($0) || occurrence.isKin(of: $0) }
        }
    }

    private mutating func collect(_ steps: [Step]) {
        for step in steps {
            add(step.action.checks)
            collect(step.action.innerSteps)
        }
    }

    private mutating func add(_ checks: [Check]) {
        for check in checks {
            switch check {
            case .expect(let expectation):
                if !asked.contains(expectation.outcome) { asked.append(expectation.outcome) }
                for outcome in expectation.outcome.alternatives where !outcomes.contains(outcome) {
                    outcomes.append(outcome)
                }
            case .require: areOfSamples = true
            }
        }
    }
}
