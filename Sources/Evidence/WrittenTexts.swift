import RigKit
import ScenarioKit
import Synchronization

/// The JSON of scenarios and rigs that were played last: a gate plays the same ones thousands of times.
///
/// A text is given only for a value that is equal to the one that it was made of. Values of one plan share their
/// storage, so that to compare them costs little.
enum WrittenTexts {
    private struct Text<Value> {
        let value: Value
        let text: String
    }

    private struct Kept {
        var scenarios: [String: Text<Scenario>] = [:]
        var rigs: [String: Text<Rig>] = [:]
    }

    /// So many of each are kept; those of more are forgotten, and made again.
    static let mostKept = 512

    private static let kept = Mutex(Kept())

    static func text(of scenario: Scenario) -> String {
        if let known = kept.withLock({ $0.scenarios[scenario.name] }), known.value == scenario { return known.text }
        let text = ScenarioFile.text(of: scenario)
        kept.withLock { Self.keep(Text(value: scenario, text: text), as: scenario.name, in: &$0.scenarios) }
        return text
    }

    /// `write` makes the text where it is not known.
    static func text(of rig: Rig, _ write: (Rig) -> String) -> String {
        if let known = kept.withLock({ $0.rigs[rig.name] }), known.value == rig { return known.text }
        let text = write(rig)
        kept.withLock { Self.keep(Text(value: rig, text: text), as: rig.name, in: &$0.rigs) }
        return text
    }

    private static func keep<Value>(_ text: Text<Value>, as name: String, in all: inout [String: Text<Value>]) {
        if all.count >= mostKept { all.removeAll(keepingCapacity: true) }
        all[name] = text
    }
}
