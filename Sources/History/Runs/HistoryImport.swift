/// The result of an import.
public struct HistoryImport: Hashable, Sendable {
    /// The maximum number of refused folders that are named.
    public static let mostNamed = 1_000

    public internal(set) var added = 0
    /// The number of runs that were there before, or twice among the folders.
    public internal(set) var known = 0
    /// The number of gates that came to an end, including known ones.
    public internal(set) var gates = 0
    /// The number of runs whose folder no longer exists.
    public internal(set) var gone = 0
    /// The first folders that are not evidence.
    public private(set) var refused: [RefusedFolder] = []
    /// The number of further ones.
    public private(set) var refusedBesides = 0
    /// Repairs that were made to the store first, as sentences without their final full stops.
    public internal(set) var notes: [String] = []
    /// Whether some folder is evidence that was changed, or that is broken.
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
