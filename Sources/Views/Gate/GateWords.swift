import Gate
import GateKit
import Ground
import Journal
import Vocabulary

/// The words for a gate's results and classes, all in one place; every text next to a sign is one of these.
enum GateWords {
    /// Returns the result as the beginning of a sentence: `Passed`.
    static func heading(_ result: GateResult) -> String {
        let word = result.rawValue
        return word.prefix(1).uppercased() + word.dropFirst()
    }

    /// Returns the meaning of the result for a release.
    static func meaning(of result: GateResult, excused: Int, unplayed: Int) -> String {
        switch result {
        case .passed:
            (unplayed > 0
                ? "everything that the rig can play of the plan was shown, and "
                    + "\(counted(unplayed, "scenario")) left out"
                : "everything that the plan asks for was shown")
                + (excused > 0 ? ", but for what is excused" : "")
        case .failed: "something was shown to be bad"
        case .error: "the rig or the evidence was wrong, and nothing is known of the firmware"
        case .inconclusive: "nothing failed, and something is not shown"
        }
    }

    static func symbol(of result: GateResult) -> String {
        switch result {
        case .passed: "\u{2714}"
        case .failed: "\u{2718}"
        case .error: "\u{26A0}"
        case .inconclusive: "\u{25CB}"
        }
    }

    static func symbol(of decision: GateDecision) -> String {
        switch decision {
        case .passed: "\u{2714}"
        case .failed: "\u{2718}"
        case .excused: "\u{25C7}"
        case .unproved: "\u{25A8}"
        }
    }

    static func reason(_ reason: GateDocument.NotTrial.Reason) -> String {
        switch reason {
        case .sameSeed: "the same seed again, on a bench where one seed gives one journal"
        case .rehearsal: "the accessory's own firmware did not run"
        case .byOperator: "a person answered a prompt, and the plan counts no such run"
        case .identity: "it was not known which firmware ran"
        }
    }

    /// Returns a share such as `2 of 100`.
    static func share(_ count: Int, of all: Int) -> String { "\(count) of \(all)" }

    /// Returns a quantity's value with its unit.
    static func amount(_ value: Int64, _ unit: Vocabulary.Quantity.WrittenUnit) -> String {
        switch unit {
        case .nanoseconds: Lapse(nanoseconds: value).description
        case .millimetres: decimal(Double(value) / 1000, places: 3) + " m"
        case .millihertz: decimal(Double(value) / 1000, places: 3) + " Hz"
        case .permille: decimal(Double(value) / 10, places: 1) + " %"
        case .millidegrees: decimal(Double(value) / 1000, places: 1) + "\u{B0}"
        case .count: "\(value)"
        }
    }

    /// Returns the unit for an axis, and the divisor for its values.
    static func axis(_ unit: Vocabulary.Quantity.WrittenUnit, upTo value: Double) -> (name: String, divisor: Double) {
        switch unit {
        case .nanoseconds:
            value >= 1e9 ? ("s", 1e9) : value >= 1e6 ? ("ms", 1e6) : value >= 1e3 ? ("us", 1e3) : ("ns", 1)
        case .millimetres: ("m", 1000)
        case .millihertz: ("Hz", 1000)
        case .permille: ("%", 10)
        case .millidegrees: ("\u{B0}", 1000)
        case .count: ("", 1)
        }
    }
}
