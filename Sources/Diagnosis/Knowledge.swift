import Ground
public import Simulators

/// The zoo's knowledge: the number and kinds of failures of each scenario with each defect, with healthy accessories,
/// and with healthy ones on a rig that measures badly.
///
/// It is learnt only from the zoo's own runs, which `KnowledgeLearning` counts.
public struct Knowledge: Sendable {
    /// The results of one scenario with one kind of accessory.
    struct Cell: Sendable {
        /// The number of runs with a verdict on the accessory.
        var runs = 0
        /// The count of each sign, by its index in `signs`.
        var failures: [(sign: Int, count: Int)] = []
        /// The number of runs with each finding, by its index in `findings`.
        var findings: [(code: Int, count: Int)] = []

        var failed: Int { failures.reduce(0) { $0 + $1.count } }
    }

    /// One kind of accessory, with a cell for each scenario.
    struct Profile: Sendable {
        let subject: Subject
        var cells: [Cell]
    }

    /// The possible deviation of another run from the counts, as a number of imaginary runs spread over all that is
    /// possible.
    struct Smoothing: Hashable, Sendable {
        /// For whether a run passes.
        var outcome: Double
        /// For its kind of failure.
        var sign: Double
    }

    /// The indices of the scenarios with several accessories: the zoo gives all of them the defect, but on a bench
    /// perhaps only one has it.
    let several: Set<Int>
    /// The scenarios that the zoo plays.
    public let scenarios: [String]
    let signs: [FailureSign]
    let findings: [FailureCode]
    /// The healthy profile first, then the defects, then the rigs.
    let profiles: [Profile]
    /// The profiles of accessories with a defect, and those of rigs.
    let defectPlaces: Range<Int>
    let rigPlaces: Range<Int>
    let smoothing: Smoothing
    private let places: [String: Int]
    private let signPlaces: [FailureSign: Int]

    init(
        scenarios: [String], several: Set<Int> = [], signs: [FailureSign], findings: [FailureCode],
        profiles: [Profile], smoothing: Smoothing
    ) {
        let rank = profiles.map { $0.subject == .healthy ? 0 : $0.subject.isRig ? 2 : 1 }
        precondition(
            rank.first == 0 && rank.count { $0 == 0 } == 1 && rank == rank.sorted(),
            "the healthy ones are the first profile, and the rigs the last")
        (self.scenarios, self.several) = (scenarios, several)
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

    /// Returns the index of a scenario; nil for one that the zoo does not play.
    func place(of scenario: String) -> Int? { places[scenario] }

    /// Returns the index of a sign; nil for one that never occurred.
    func place(of sign: FailureSign) -> Int? { signPlaces[sign] }
}
