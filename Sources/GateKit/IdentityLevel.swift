/// How well it is known which firmware ran (gate.md, section 6.1), from the best to the worst.
public enum IdentityLevel: String, Codable, Hashable, Sendable, CaseIterable {
    /// The device reported the hash of the candidate's image, active and confirmed.
    case proved
    /// The rig wrote the candidate and read it back, and has held the bench since.
    case flashed
    /// Version strings agree with what the plan says.
    case claimed
    /// Nothing could be read.
    case unknown
    /// The device reports something else.
    case contradicted

    /// Whether it says at least as much as another level; a contradiction says nothing for the candidate.
    public func reaches(_ other: IdentityLevel) -> Bool { rank >= other.rank && self != .contradicted }

    private var rank: Int {
        switch self {
        case .proved: 4
        case .flashed: 3
        case .claimed: 2
        case .unknown: 1
        case .contradicted: 0
        }
    }
}
