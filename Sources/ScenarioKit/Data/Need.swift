public import Ground

/// Something that a bench must have before a scenario can run on it.
public enum Need: Hashable, Sendable {
    case bluetooth
    case uwb
    case nfc
    /// The phone or the accessory can be moved.
    case motion
    case accessory(AccessoryName)
    case tag(TagName)
}

extension Need: CustomStringConvertible {
    public var description: String {
        switch self {
        case .bluetooth: "Bluetooth"
        case .uwb: "a UWB kit"
        case .nfc: "an NFC reader"
        case .motion: "something that moves the phone"
        case .accessory(let name): "the accessory \(name)"
        case .tag(let name): "the tag \(name)"
        }
    }
}

extension Scenario {
    /// What a bench must have for this scenario: each need once, in the order in which the steps come to it.
    public var needs: [Need] {
        var needs: [Need] = []
        collect(steps, into: &needs)
        return needs
    }

    private func collect(_ steps: [Step], into needs: inout [Need]) {
        for step in steps {
            for need in step.action.ownNeeds where !needs.contains(need) { needs.append(need) }
            collect(step.action.innerSteps, into: &needs)
        }
    }
}

extension Action {
    /// The steps inside a block; empty for every other action.
    public var innerSteps: [Step] {
        switch self {
        case .losing(_, _, let steps), .repeat(_, let steps): steps
        case .connect, .exchange, .walk, .stay, .tap, .expect, .stop, .disconnect: []
        }
    }

    /// The expectations that this action owns, without those of inner steps.
    public var expectations: [Expectation] {
        switch self {
        case .stay(_, let checks), .tap(_, _, let checks): checks
        case .expect(let expectation): [expectation]
        case .connect, .exchange, .walk, .losing, .stop, .disconnect, .repeat: []
        }
    }

    fileprivate var ownNeeds: [Need] {
        let asked = expectations.flatMap(\.outcome.needs)
        return switch self {
        case .connect(let name, _), .disconnect(let name, _): [.bluetooth, .accessory(name)]
        case .exchange(_, let name, _), .stop(let name, _): [.bluetooth, .uwb, .accessory(name)]
        case .walk(let course): [.uwb, .motion, .accessory(course.accessory)]
        case .tap(let tag, _, _): [.nfc, .tag(tag)] + asked
        case .stay, .expect, .losing, .repeat: asked
        }
    }
}

extension Outcome {
    /// The accessory that the outcome is about; nil for what a tag brings about.
    public var accessory: AccessoryName? {
        switch self {
        case .removed(let name, _), .retry(let name), .ranging(let name), .entered(_, let name), .left(_, let name),
            .zoneChange(let name), .invalidated(let name), .disconnected(let name):
            name
        case .opened: nil
        }
    }

    fileprivate var needs: [Need] { accessory.map { [.accessory($0)] } ?? [] }
}
