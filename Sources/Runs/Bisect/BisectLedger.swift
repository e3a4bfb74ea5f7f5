import Ground
import Journal
import Statistics

/// The state of a search, derived only from the lines of its record, so that a resumed search knows everything the
/// first command knew.
struct BisectLedger {
    /// A line that is impossible at its place.
    struct Misplaced: Error, Hashable {}

    struct Firmware: Hashable {
        let sha256: String
        /// The identity level of the running firmware; nil until it was written.
        var identity: String?
    }

    /// The maximum number of rig faults kept as sentences; all are counted.
    static let mostFaults = 20

    private(set) var search: BisectSearch
    /// The first run that showed the failure in question, by version.
    private(set) var evidence: [Int: (run: BisectRun, failure: BisectSearch.Failure)] = [:]
    private(set) var firmware: [Int: Firmware] = [:]
    /// The first few faults of the rig.
    private(set) var faults: [String] = []
    /// The rounds that say something about a version, on which the result rests.
    private(set) var telling: [BisectRound] = []
    /// The folders of all runs that ended, in order.
    private(set) var folders: [String] = []
    /// The folders of runs that were started and did not end.
    private(set) var lost: [String] = []
    /// The version written last; nil if another command may have written since.
    private(set) var onBench: Int?
    private var open: [[String]] = []
    /// The number of rounds started, by version.
    private var started: [Int: Int] = [:]

    init(_ search: BisectSearch) { self.search = search }

    /// Returns the seed of a version's next round; every version uses the same sequence of seeds.
    func nextSeed(of version: Int) -> UInt64 { UInt64((started[version] ?? 0) + 1) }

    mutating func take(_ entry: BisectEntry) throws(Misplaced) {
        switch entry {
        case .began, .ended: throw Misplaced()
        case .resumed: forget()
        case .skipped(let version, let reason):
            try check(version)
            search.skip(reason: reason)
        case .built(let version, let sha256):
            firmware[version] = Firmware(sha256: sha256, identity: nil)
            if let other = decided(with: sha256, besides: version) { search.take(sameAs: other) }
        case .flashed(let version, let sha256, let identity, _):
            firmware[version] = Firmware(sha256: sha256, identity: identity)
            onBench = version
        case .rigFault(let version, let what):
            try check(version)
            search.receiveRigFault()
            onBench = nil
            if faults.count < Self.mostFaults { faults.append(what) }
        case .started(let version, _, let folders):
            started[version, default: 0] += 1
            open.append(folders)
        case .round(let round): try take(round)
        }
    }

    /// Records that everything in progress was interrupted and the accessory may have another firmware now.
    mutating func forget() {
        lost += open.flatMap(\.self)
        open = []
        onBench = nil
    }

    private mutating func take(_ round: BisectRound) throws(Misplaced) {
        let names = round.runs.map(\.folder)
        guard let place = open.firstIndex(of: names) else { throw Misplaced() }
        open.remove(at: place)
        folders += names
        guard round.counts else { return }
        try check(round.version)
        let outcome = round.outcome
        search.receive(outcome)
        if let trouble = round.trouble {
            if faults.count < Self.mostFaults { faults.append(trouble) }
        } else {
            telling.append(round)
        }
        guard evidence[round.version] == nil else { return }
        for run in round.runs where run.verdict == .failed && !run.hadRigFault {
            let failure = BisectSearch.Failure(scenario: run.scenario, code: run.code ?? "")
            guard search.isSought(failure) else { continue }
            evidence[round.version] = (run, failure)
            return
        }
    }

    /// Returns another version with the same bytes and a known verdict.
    private func decided(with sha256: String, besides version: Int) -> Int? {
        search.bisection.tested.first {
            $0.isBad != nil && $0.revision != version && firmware[$0.revision]?.sha256 == sha256
        }?.revision
    }

    private func check(_ version: Int) throws(Misplaced) {
        guard search.next() == .play(version: version) else { throw Misplaced() }
    }
}
