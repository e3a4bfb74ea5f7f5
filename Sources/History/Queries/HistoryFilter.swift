/// Selects the runs that a question is about, as typed on the command line.
public struct HistoryFilter: Hashable, Sendable {
    /// A scenario's name, in which `*` matches any text; nil for all.
    public var scenario: String?
    /// The first digits of a firmware's hash, or its name; nil for all.
    public var firmware: String?
    /// A bench as it is shown, its name, or the first digits of its fingerprint; nil for all.
    public var bench: String?

    public init(scenario: String? = nil, firmware: String? = nil, bench: String? = nil) {
        (self.scenario, self.firmware, self.bench) = (scenario, firmware, bench)
    }

    /// The minimum number of digits of a hash.
    public static let fewestDigits = 4
    /// The name of runs without a firmware.
    public static let unnamed = "unnamed"

    public func fits(_ group: HistoryGroup) -> Bool {
        fits(scenario: group.scenario) && fits(bench: group.bench)
            && (firmware.map { Self.fits($0, group.firmware) } ?? true)
    }

    /// Returns whether a gate fits. A gate covers many scenarios, so it fits no scenario name.
    public func fits(_ gate: HistoryGate) -> Bool {
        scenario == nil && (firmware.map { Self.fits($0, gate.firmware) } ?? true) && fits(benchOf: gate)
    }

    func fits(scenario one: TestedScenario) -> Bool {
        guard let scenario else { return true }
        return Self.matches(Array(scenario.unicodeScalars)[...], Array(one.name.unicodeScalars)[...])
    }

    func fits(bench one: UsedBench) -> Bool {
        guard let bench else { return true }
        return bench == one.shown || bench == one.name || Self.isStart(bench, of: one.fingerprint)
    }

    private func fits(benchOf gate: HistoryGate) -> Bool {
        guard let bench else { return true }
        return bench == gate.shownBench || bench == gate.bench || Self.isStart(bench, of: gate.fingerprint)
    }

    /// Returns whether the text refers to this firmware.
    public static func fits(_ text: String, _ firmware: TestedFirmware) -> Bool {
        if firmware.sha256.isEmpty { return text == unnamed }
        return text == firmware.name || isStart(text, of: firmware.sha256)
    }

    private static func isStart(_ text: String, of hash: String) -> Bool {
        text.utf8.count >= fewestDigits && hash.hasPrefix(text.lowercased())
    }

    /// Returns whether a name matches a pattern in which `*` matches any text.
    private static func matches(_ pattern: ArraySlice<Unicode.Scalar>, _ name: ArraySlice<Unicode.Scalar>) -> Bool {
        var (place, at) = (pattern.startIndex, name.startIndex)
        var star: (pattern: Int, name: Int)?
        while at < name.endIndex {
            if place < pattern.endIndex, pattern[place] == "*" {
                star = (place, at)
                place += 1
            } else if place < pattern.endIndex, pattern[place] == name[at] {
                (place, at) = (place + 1, at + 1)
            } else if let back = star {
                star = (back.pattern, back.name + 1)
                (place, at) = (back.pattern + 1, back.name + 1)
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == "*" }
    }
}
