public import Ground
public import JSON

/// The inputs that decide a gate in addition to its plan. With them, the gate's result can be recomputed from nothing
/// but the runs.
///
/// It is in the record's first line, whose hash is in every run's verdict.
public struct GateTerms: Hashable, Sendable {
    /// A scenario that the plan selected.
    public struct Scenario: Hashable, Sendable {
        public let name: String
        /// SHA-256 of its text, as hexadecimal digits.
        public let hash: String
        public let suite: String?
        public let tags: [String]
        public let spot: SourceSpot?
        /// Whether screens meet companions of the phone in it.
        public let hasCompanions: Bool

        public init(
            name: String, hash: String, suite: String?, tags: [String], spot: SourceSpot?, hasCompanions: Bool = false
        ) {
            (self.name, self.hash, self.suite, self.tags, self.spot) = (name, hash, suite, tags, spot)
            self.hasCompanions = hasCompanions
        }
    }

    /// A scenario that the rig cannot play, left out of the standard plan.
    public struct Omitted: Hashable, Sendable {
        public let name: String
        public let reason: String

        public init(name: String, reason: String) { (self.name, self.reason) = (name, reason) }
    }

    /// Whether matching version texts are enough if nothing better is known.
    public let acceptsClaimed: Bool
    /// Whether a gate with excused failures may pass.
    public let allowsQuarantine: Bool
    /// The day on which quarantine is judged: `2026-11-22`.
    public let today: String
    /// Whether the rig writes the firmware.
    public let isWritten: Bool
    /// SHA-256 of the command that writes it; nil for none, and in records of older programs.
    public let flash: ContentHash?
    /// Whether the bench itself provides the accessory, so that no real firmware runs.
    public let isMade: Bool
    public let scenarios: [Scenario]
    public let leftOut: [Omitted]
    /// The contents of the firmware's and the baseline's files: their images, with hashes and versions.
    public let candidate: JSONValue
    public let baseline: JSONValue?

    public init(
        acceptsClaimed: Bool, allowsQuarantine: Bool, today: String, isWritten: Bool, flash: ContentHash? = nil,
        isMade: Bool,
        scenarios: [Scenario], leftOut: [Omitted] = [],
        candidate: JSONValue, baseline: JSONValue?
    ) {
        (self.candidate, self.baseline, self.leftOut) = (candidate, baseline, leftOut)
        (self.acceptsClaimed, self.allowsQuarantine) = (acceptsClaimed, allowsQuarantine)
        self.flash = flash
        (self.today, self.isWritten, self.isMade, self.scenarios) = (today, isWritten, isMade, scenarios)
    }

    /// Returns what differs from the terms of a command that wants to resume the gate, ignoring the day; nil if
    /// nothing does.
    func difference(from other: GateTerms) -> String? {
        if acceptsClaimed != other.acceptsClaimed { return "it has another --accept-claimed" }
        if allowsQuarantine != other.allowsQuarantine { return "it has another --allow-quarantine" }
        if isWritten != other.isWritten { return "one of both writes the firmware, and the other does not" }
        if let flash, let other = other.flash, flash != other { return "it has another --flash" }
        return scenarios == other.scenarios ? nil : "the scenarios were changed since it began"
    }
}

extension GateTerms {
    var value: JSONValue {
        .fields([
            "acceptsClaimed": .bool(acceptsClaimed), "allowsQuarantine": .bool(allowsQuarantine),
            "baseline": baseline, "candidate": candidate, "flash": flash.map { .text($0.hex) },
            "isMade": .bool(isMade), "isWritten": .bool(isWritten),
            "leftOut": leftOut.isEmpty ? nil : .list(leftOut.map(\.value)), "scenarios": .list(scenarios.map(\.value)),
            "today": .text(today),
        ])
    }

    init(_ field: JSONField) throws(DocumentError) {
        acceptsClaimed = try field.field("acceptsClaimed").flag()
        allowsQuarantine = try field.field("allowsQuarantine").flag()
        isWritten = try field.field("isWritten").flag()
        flash = try field.optional("flash")?.hash()
        isMade = try field.field("isMade").flag()
        today = try field.field("today").text()
        candidate = try field.field("candidate").value
        baseline = try field.optional("baseline")?.value
        var scenarios: [Scenario] = []
        for item in try field.field("scenarios").list() { scenarios.append(try Scenario(item)) }
        self.scenarios = scenarios
        var leftOut: [Omitted] = []
        for item in try field.optional("leftOut")?.list() ?? [] { leftOut.append(try Omitted(item)) }
        self.leftOut = leftOut
    }
}

extension GateTerms.Omitted {
    fileprivate var value: JSONValue { .fields(["name": .text(name), "reason": .text(reason)]) }

    fileprivate init(_ field: JSONField) throws(DocumentError) {
        (name, reason) = (try field.field("name").text(), try field.field("reason").text())
    }
}

extension GateTerms.Scenario {
    fileprivate var value: JSONValue {
        .fields([
            "companions": hasCompanions ? .bool(true) : nil, "file": spot.map { .text($0.file) },
            "hash": .text(hash), "line": spot.map { .number($0.line) },
            "name": .text(name), "suite": suite.map { .text($0) },
            "tags": tags.isEmpty ? nil : .list(tags.map { .text($0) }),
        ])
    }

    fileprivate init(_ field: JSONField) throws(DocumentError) {
        name = try field.field("name").text()
        hash = try field.field("hash").text()
        suite = try field.optional("suite")?.text()
        hasCompanions = try field.optional("companions")?.flag() ?? false
        var tags: [String] = []
        for tag in try field.optional("tags")?.list() ?? [] { tags.append(try tag.text()) }
        self.tags = tags
        spot = try field.optional("file").map { file throws(DocumentError) in
            SourceSpot(file: try file.text(), line: try field.field("line").number())
        }
    }
}
