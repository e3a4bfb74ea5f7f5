/// What came of an import.
public struct HistoryImport: Hashable, Sendable {
    /// How many refused folders are named at most.
    public static let mostNamed = 1_000

    public internal(set) var added = 0
    /// Runs that were there before, or twice among the folders.
    public internal(set) var known = 0
    /// Gates that came to an end, known ones included.
    public internal(set) var gates = 0
    /// Runs whose folder is no longer there.
    public internal(set) var gone = 0
    /// The first folders that are no evidence.
    public private(set) var refused: [RefusedFolder] = []
    /// How many there are besides.
    public private(set) var refusedBesides = 0
    /// What was done to the store before, as sentences without their full stops.
    public internal(set) var notes: [String] = []
    /// Whether some folder is evidence that somebody changed, or that is broken.
    public private(set) var hasBrokenEvidence = false

    init(telling notes: [String] = []) { self.notes = notes }

    public var runs: Int { added + known }

    mutating func refuse(_ folder: RefusedFolder) {
        if !folder.isUnended { hasBrokenEvidence = true }
        if refused.count < Self.mostNamed { refused.append(folder) } else { refusedBesides += 1 }
    }

    mutating func add(_ other: HistoryImport) {
        (added, known, gone) = (added + other.added, known + other.known, gone + other.gone)
        gates += other.gates
        hasBrokenEvidence = hasBrokenEvidence || other.hasBrokenEvidence
        let room = Self.mostNamed - refused.count
        refused += other.refused.prefix(room)
        refusedBesides += other.refusedBesides + max(0, other.refused.count - room)
        notes += other.notes
    }
}
