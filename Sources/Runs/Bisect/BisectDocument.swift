import Evidence
import Ground
import History
import JSON
import Reports
import Statistics

/// The result of a search with all of its evidence; written as `bisect.json`.
struct BisectDocument: Codable, Hashable, Sendable {
    static let fileName = "bisect.json"

    enum Result: String, Codable, Hashable, Sendable {
        case firstBad, oneOf, notReproduced, badFromTheStart, cannotTest, notConfirmed, rigFailed
        case outOfRounds, aborted

        /// The status: 0 if the version was found, 3 if the rig was at fault; any other result shows no first bad
        /// version.
        var status: CommandStatus {
            switch self {
            case .firstBad: .passed
            case .rigFailed: .rigWrong
            case .oneOf, .notReproduced, .badFromTheStart, .cannotTest, .notConfirmed, .outOfRounds, .aborted:
                .nothingShown
            }
        }
    }

    struct Failure: Codable, Hashable, Sendable {
        let scenario: String
        let code: String
        /// The folder of the first run that showed it.
        let evidence: String
    }

    struct Tested: Codable, Hashable, Sendable {
        let version: String
        /// Whether it is bad; nil if undecided.
        let isBad: Bool?
        let rounds: Int
        let failures: Int
        /// The hash of the file.
        let firmware: String?
        /// The identity level of the running firmware.
        let identity: String?
        let failure: Failure?
        /// The tested version with identical bytes, whose verdict applies; nil if this version was tested itself.
        let sameAs: String?
    }

    struct NotTested: Codable, Hashable, Sendable {
        let version: String
        let reason: String
    }

    struct Bench: Codable, Hashable, Sendable {
        let name: String
        let kind: String
        let fingerprint: String
    }

    let format: Int
    let rig: String
    let bench: Bench
    let result: Result
    /// The first bad version, all candidates for it, or the end that could not be tested.
    let versions: [String]
    /// The last good version before them; nil if none is known.
    let lastGood: String?
    /// The number of its rounds that passed in the confirmation at the end.
    let lastGoodAgain: Int
    /// The number of rounds of the first bad version that failed in the confirmation at the end.
    let firstBadAgain: Int
    /// The reason why an end cannot be tested, or the evidence that something other than the version decides.
    let reason: String?
    /// The lower bound of the result's confidence; nil if there is none.
    let confidence: Double?
    /// The failure that the search looks for, as the bad end showed it.
    let failure: Failure?
    /// The same failure as the first bad version showed it.
    let evidence: Failure?
    /// The total number of versions.
    let searched: Int
    let tested: [Tested]
    /// The versions that were not tested because they are identical to a tested one.
    let same: [Tested]
    let notTested: [NotTested]
    let rounds: Int
    let roundsWithoutVerdict: Int
    let roundsFailedOtherwise: Int
    /// The number of times that the firmware could not be written, or another one ran.
    let rigFaults: Int
    /// The first few faults of the rig.
    let faults: [String]
    /// The folders of runs that were started and did not end.
    let lost: [String]
    let doesNotProve: [String]

    var status: CommandStatus { result.status }

    /// The document as JSON with sorted keys.
    var bytes: [UInt8] { JSON.document(self) }
}

extension BisectDocument {
    init(_ ledger: BisectLedger, _ ending: BisectSearch.Ending?, _ request: BisectRequest, _ bench: UsedBench) {
        let (search, names) = (ledger.search, request.versions)
        let told = Self.told(ending)
        let failures = ledger.evidence.mapValues { run, failure in
            Failure(scenario: failure.scenario, code: failure.code, evidence: run.folder)
        }
        format = 1
        rig = Program.name
        self.bench = Bench(name: bench.name, kind: bench.kind, fingerprint: bench.fingerprint)
        result = told.result
        versions = told.versions.map { request.title(of: $0) }
        confidence = told.confidence
        let isFound = told.result == .firstBad || told.result == .oneOf
        lastGood = isFound ? told.versions.first.map { request.title(of: $0 - 1) } : nil
        (lastGoodAgain, firstBadAgain) = (search.confirmed, search.failedAgain)
        reason = Self.reason(ending)
        failure = failures[names.count - 1]
        evidence =
            isFound
            ? told.versions.last.flatMap { bad in
                failures[bad] ?? search.bisection.same.first { $0.revision == bad }.flatMap { failures[$0.tested] }
            } : nil
        searched = names.count
        tested = search.bisection.tested.map { one in
            let firmware = ledger.firmware[one.revision]
            return Tested(
                version: request.title(of: one.revision), isBad: one.isBad, rounds: one.runs, failures: one.failures,
                firmware: firmware?.sha256, identity: firmware?.identity, failure: failures[one.revision], sameAs: nil)
        }
        same = search.bisection.same.map { one in
            let firmware = ledger.firmware[one.tested]
            return Tested(
                version: request.title(of: one.revision), isBad: one.isBad, rounds: 0, failures: 0,
                firmware: firmware?.sha256, identity: firmware?.identity, failure: failures[one.tested],
                sameAs: request.title(of: one.tested))
        }
        notTested = search.bisection.skipped.map {
            NotTested(version: request.title(of: $0.revision), reason: $0.reason)
        }
        rounds = search.rounds
        roundsWithoutVerdict = search.withoutVerdict
        roundsFailedOtherwise = search.failedOtherwise
        rigFaults = search.rigFaults
        faults = ledger.faults
        lost = ledger.lost
        doesNotProve = isFound ? Self.doubts(search, request, bench, tested, same: same.count) : []
    }

    private static func told(
        _ ending: BisectSearch.Ending?
    ) -> (result: Result, versions: [Int], confidence: Double?) {
        switch ending {
        case nil: (.aborted, [], nil)
        case .outOfRounds?: (.outOfRounds, [], nil)
        case .notConfirmed(let version, _)?: (.notConfirmed, [version], nil)
        case .answered(.firstBad(let version, let confidence))?: (.firstBad, [version], confidence)
        case .answered(.oneOf(let versions, let confidence))?: (.oneOf, Array(versions), confidence)
        case .answered(.notReproduced(let confidence))?: (.notReproduced, [], confidence)
        case .answered(.badFromTheStart(let confidence))?: (.badFromTheStart, [], confidence)
        case .answered(.cannotTest(let version, _))?: (.cannotTest, [version], nil)
        case .answered(.rigFailed(let version))?: (.rigFailed, [version], nil)
        }
    }

    private static func reason(_ ending: BisectSearch.Ending?) -> String? {
        switch ending {
        case .notConfirmed(_, let reason)?, .answered(.cannotTest(_, let reason))?: reason
        case .outOfRounds?, .answered?, nil: nil
        }
    }

    /// Returns the statements that a found version does not prove.
    private static func doubts(
        _ search: BisectSearch, _ request: BisectRequest, _ bench: UsedBench, _ tested: [Tested], same: Int
    ) -> [String] {
        let settings = search.bisection.settings
        var doubts = ["that its change is the cause: a mistake from before it may only show from there on"]
        let untested = request.versions.count - tested.count - same
        if untested > 0 {
            let count = counted(untested, "untested version")
            doubts.append("the behaviour of \(count): all after the first bad one are assumed to be bad")
        }
        if settings.badRate < 1, let end = tested.first {
            doubts.append(
                "that a bad version fails in \(percent(settings.badRate)) of its rounds at least, on which the "
                    + "confidence rests: the bad end failed in \(end.failures) of \(end.rounds)")
        }
        let atMost = "fails in \(percent(settings.goodRate)) of its rounds at most"
        let rate = settings.goodRate == 0 ? "never fails" : atMost
        doubts.append("that a good version \(rate) in this way, on which the confidence rests too")
        if !bench.isHardware {
            doubts.append("anything about an accessory: no accessory's own firmware ran on this bench")
        } else if tested.contains(where: { $0.identity != "proved" }) {
            doubts.append(
                "that the accessory ran the built firmware: it reports none, and only --flash verified it"
            )
        }
        doubts.append("how other units and benches behave")
        return doubts
    }

    /// Returns a percentage with at most one decimal place.
    static func percent(_ share: Double) -> String {
        let tenths = Int((share * 1_000).rounded(.down))
        return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
    }
}
