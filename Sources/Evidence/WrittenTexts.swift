import RigKit
import ScenarioKit
import Synchronization

/// The JSON of the scenarios and rigs that were played last: a gate plays the same ones thousands of times.
///
/// A text is reused only for a value equal to the one it was made from. Values of one plan share their storage, so
/// comparing them is cheap.
enum WrittenTexts {
    private struct Text<Value> {
        let value: Value
        let text: String
    }

    private struct Kept {
        var scenarios: [String: Text<Scenario>] = [:]
        var rigs: [String: Text<Rig>] = [:]
    }

    /// The maximum number of texts of each kind; beyond that, they are forgotten and made again.
    static let mostKept = 512

    private static let kept = Mutex(Kept())

    static func text(of scenario: Scenario) -> String {
        if let known = kept.withLock({ $0.scenarios[scenario.name] }), known.value == scenario { return known.text }
        let text = ScenarioFile.text(of: scenario)
        kept.withLock { Self.keep(Text(value: scenario, text: text), as: scenario.name, in: &$0.scenarios) }
        return text
    }

    /// Returns the text of a rig; `write` makes it if it is not known.
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
