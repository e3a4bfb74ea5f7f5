import Ground
public import Simulators

/// What the zoo knows: how often each scenario failed, and how, with each defect, with healthy accessories, and with
/// these on a rig that measures badly.
///
/// It is learnt from the zoo's own runs and from nothing else: `KnowledgeLearning` counts them.
public struct Knowledge: Sendable {
    /// What came of one scenario with one kind of accessory.
    struct Cell: Sendable {
        /// How many runs had a verdict on the accessory.
        var runs = 0
        /// By the place of the sign among `signs`.
        var failures: [(sign: Int, count: Int)] = []
        /// In how many runs each was found, by its place among `findings`.
        var findings: [(code: Int, count: Int)] = []

        var failed: Int { failures.reduce(0) { $0 + $1.count } }
    }

    /// One kind of accessory, with a cell for each scenario.
    struct Profile: Sendable {
        let subject: Subject
        var cells: [Cell]
    }

    /// How far one more run may stray from what was counted: as many imagined runs, spread over all that is possible.
    struct Smoothing: Hashable, Sendable {
        /// For whether a run passes.
        var outcome: Double
        /// For how it fails.
        var sign: Double
    }

    /// The scenarios that the zoo plays.
    public let scenarios: [String]
    let signs: [FailureSign]
    let findings: [FailureCode]
    /// The healthy ones first, then the defects, then the rigs.
    let profiles: [Profile]
    /// The profiles of accessories with a defect, and those of rigs.
    let defectPlaces: Range<Int>
    let rigPlaces: Range<Int>
    let smoothing: Smoothing
    private let places: [String: Int]
    private let signPlaces: [FailureSign: Int]

    init(
        scenarios: [String], signs: [FailureSign], findings: [FailureCode], profiles: [Profile], smoothing: Smoothing
    ) {
        let rank = profiles.map { $0.subject == .healthy ? 0 : $0.subject.isRig ? 2 : 1 }
        precondition(
            rank.first == 0 && rank.count { $0 == 0 } == 1 && rank == rank.sorted(),
            "the healthy ones are the first profile, and the rigs the last")
        self.scenarios = scenarios
        self.signs = signs
        self.findings = findings
        self.profiles = profiles
        (defectPlaces, rigPlaces) = (1..<1 + rank.count { $0 == 1 }, 1 + rank.count { $0 == 1 }..<rank.count)
        self.smoothing = smoothing
        places = Dictionary(scenarios.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        signPlaces = Dictionary(signs.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The defects that can be named.
    public var defects: [Defect] { profiles.compactMap(\.subject.defect) }

    /// The place of a scenario among all; nil for one that the zoo does not play.
    func place(of scenario: String) -> Int? { places[scenario] }

    /// The place of a sign among all; nil for one that never showed.
    func place(of sign: FailureSign) -> Int? { signPlaces[sign] }
}
