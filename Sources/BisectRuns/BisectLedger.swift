import Bisecting
import Ground
import Journal

/// What a search knows, from the lines of its record alone: so a search that goes on knows what the first command knew.
struct BisectLedger {
    /// A line that says what cannot have happened there.
    struct Misplaced: Error, Hashable {}

    struct Firmware: Hashable {
        let sha256: String
        /// How well it is known that it ran; nil while it was not written.
        var identity: String?
    }

    /// So many faults of the rig are kept by their sentences; all are counted.
    static let mostFaults = 20

    private(set) var search: BisectSearch
    /// The first run with the failure that is looked for, of each version that showed it.
    private(set) var evidence: [Int: (run: BisectRun, failure: BisectSearch.Failure)] = [:]
    private(set) var firmware: [Int: Firmware] = [:]
    /// What the rig did wrong, the first ones.
    private(set) var faults: [String] = []
    /// The rounds that tell something of a version: what is found rests on them.
    private(set) var telling: [BisectRound] = []
    /// The folders of all runs that ended, in order.
    private(set) var folders: [String] = []
    /// The folders of runs that were started and did not end.
    private(set) var lost: [String] = []
    /// Which version was written last; nil where another command may have written since.
    private(set) var onBench: Int?
    private var open: [[String]] = []
    /// How many rounds were started of each version.
    private var started: [Int: Int] = [:]

    init(_ search: BisectSearch) { self.search = search }

    /// The seed of a version's next round: the same row of seeds for each version.
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

    /// Whatever was under way did not end, and the accessory may have another firmware now.
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

    /// Another version with the same bytes whose verdict is known.
    private func decided(with sha256: String, besides version: Int) -> Int? {
        search.bisection.tested.first {
            $0.isBad != nil && $0.revision != version && firmware[$0.revision]?.sha256 == sha256
        }?.revision
    }

    private func check(_ version: Int) throws(Misplaced) {
        guard search.next() == .play(version: version) else { throw Misplaced() }
    }
}
