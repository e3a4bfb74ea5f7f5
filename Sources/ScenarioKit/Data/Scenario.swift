public import Ground

/// One thing to try with an accessory: the phone it meets, what happens, and what must be seen.
///
/// A scenario is plain data: it goes into the trace of its run and can be run again without its source.
public struct Scenario: Codable, Hashable, Sendable {
    /// The identifier that the command line uses, the same as the constant's: `fullFlow`.
    public let name: String
    /// What the scenario shows, as one sentence without its full stop.
    public let summary: String
    public let phone: PhoneSetup
    public let steps: [Step]
    /// Where the scenario was written.
    public let spot: SourceSpot

    public init(name: String, summary: String, phone: PhoneSetup, steps: [Step], spot: SourceSpot) {
        self.name = name
        self.summary = summary
        self.phone = phone
        self.steps = steps
        self.spot = spot
    }
}

/// One thing that the rig does or checks, and the line that asked for it.
public struct Step: Codable, Hashable, Sendable {
    public let action: Action
    public let spot: SourceSpot

    public init(_ action: Action, spot: SourceSpot) {
        self.action = action
        self.spot = spot
    }
}
