import GateKit
import Journal

/// The numbers that represent verdicts and levels of identity in a store; they never change.
enum StoreCodes {
    private static let verdicts: [VerdictKind] = [.passed, .failed, .error, .timedOut, .skipped, .aborted]
    /// From the weakest to the strongest; among several, the weakest counts.
    static let identities = ["contradicted", "unknown", "claimed", "flashed", "proved"]
    /// The level if none is given.
    static let unknownIdentity = "unknown"

    /// Returns the level that is shown: in a rehearsal no firmware ran, whatever the rig wrote or an accessory
    /// reported.
    static func shown(_ level: String, isRehearsal: Bool) -> String {
        isRehearsal && IdentityLevel(rawValue: level)?.reaches(.claimed) == true ? "none" : level
    }

    static func number(of verdict: VerdictKind) -> Int64 { Int64(verdicts.firstIndex(of: verdict) ?? 0) }

    static func verdict(_ number: Int64) throws(StoreFault) -> VerdictKind {
        guard let place = Int(exactly: number), verdicts.indices.contains(place) else {
            throw .damaged("a run in it has no known verdict")
        }
        return verdicts[place]
    }

    static func number(ofIdentity level: String) -> Int64 { Int64(identities.firstIndex(of: level) ?? 1) }

    static func identity(_ number: Int64) throws(StoreFault) -> String {
        guard let place = Int(exactly: number), identities.indices.contains(place) else {
            throw .damaged("a run in it has no known level of identity")
        }
        return identities[place]
    }
}
