import Gate
import Ground
public import Journal
import Reports
public import Vocabulary

/// Numbers and names of a history, formatted for people.
public enum HistoryWords {
    /// The number of digits of a firmware's hash that are shown.
    static let digits = 12

    public static func firmware(_ one: TestedFirmware) -> String {
        guard !one.sha256.isEmpty else { return HistoryFilter.unnamed }
        let start = one.sha256.prefix(digits)
        return one.name.isEmpty ? String(start) : "\(one.name) \(start)"
    }

    /// A firmware where there is little space: `door-1.4.2.bin`.
    public static func shortName(_ one: TestedFirmware) -> String {
        one.name.isEmpty || one.sha256.isEmpty ? firmware(one) : one.name.shown(24)
    }

    /// Returns the class of a group's runs, and whether they are rehearsals.
    public static func outcome(of group: HistoryGroup, _ bar: PassThreshold) -> String {
        group.outcome(bar).rawValue + (group.isRehearsal ? ", a rehearsal" : "")
    }

    public static func date(_ nanoseconds: Int64) -> String { UTCDate(nanoseconds: nanoseconds).shown }

    /// `12.3 %`; limits are rounded up, so that they remain limits.
    public static func percent(_ share: Double, roundingUp: Bool = false) -> String {
        let tenths = share * 1000
        let rounded = roundingUp ? (tenths - 1e-9).rounded(.up) : tenths.rounded()
        let whole = Int(rounded)
        return "\(whole < 0 ? "-" : "")\(abs(whole) / 10).\(abs(whole) % 10) %"
    }

    /// `0.0226`, or `< 0.0001`.
    static func probability(_ p: Double) -> String {
        guard p.isFinite, p >= 0.0001 else { return "< 0.0001" }
        let digits = String(Int((min(1, p) * 10_000).rounded()))
        let padded = String(repeating: "0", count: max(0, 5 - digits.count)) + digits
        return "\(padded.dropLast(4)).\(padded.suffix(4))"
    }

    /// A value with its unit, as everywhere else: `4.2 ms`.
    public static func value(_ number: Int64, _ unit: Quantity.WrittenUnit) -> String {
        switch unit {
        case .nanoseconds: Lapse(nanoseconds: number).description
        case .millimetres: Distance(millimetres: Int32(clamping: number)).description
        case .millihertz: Rate(millihertz: number).description
        case .permille: Share(permille: number).description
        case .millidegrees: "\(percentFree(number)) deg"
        case .count: "\(number)"
        }
    }

    private static func percentFree(_ thousandths: Int64) -> String {
        let size = thousandths.magnitude
        let rest = String(size % 1000)
        return "\(thousandths < 0 ? "-" : "")\(size / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
    }

    static func bytes(_ count: Int) -> String {
        switch count {
        case ..<10_000: counted(count, "byte")
        case ..<10_000_000: "\(count / 1000) kB"
        default: "\(count / 1_000_000) MB"
        }
    }
}
