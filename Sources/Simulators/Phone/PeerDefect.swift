public import Ground

/// A defect of another, simulated phone's app; each changes one thing.
///
/// None of them is a complaint from the field: they are possible errors with tokens, by the rules of sessions
/// (nearby-interaction.md, section 5).
public enum PeerDefect: String, Codable, Hashable, Sendable, CaseIterable {
    // The message sent instead of its token.
    case neverSendsToken
    case emptyToken
    case cutToken
    case doubledToken
    case echoesToken
    case swapsAddress
    case staleToken

    // The number of tokens sent.
    case sendsTokenTwice
    case changesToken

    // Its session, and its reports about it.
    case neverRuns
    case goesSilent
    case tellsNothing
    case tellsCentimetres
}

extension PeerDefect {
    /// The app's behaviour, in one sentence.
    public var meaning: String { facts.meaning }
    /// The code of a failure that identifies it.
    public var sign: FailureCode { facts.sign }

    private var facts: (meaning: String, sign: FailureCode) {
        switch self {
        case .neverSendsToken: ("It never sends its discovery token.", "token.none")
        case .emptyToken: ("It sends a token message without a token.", "token.malformed")
        case .cutToken: ("It omits the last four bytes of its token.", "token.malformed")
        case .doubledToken: ("It sends its token twice in one message.", "token.malformed")
        case .echoesToken: ("It sends back the token it received.", "token.own")
        case .swapsAddress: ("It writes the address in its token in the wrong byte order.", "peer.rangesNot")
        case .staleToken: ("It sends a token from its app's previous launch.", "token.stale")
        case .sendsTokenTwice: ("It sends its token twice for one it received.", "token.twice")
        case .changesToken: ("It sends a second token that belongs to no session.", "token.changed")
        case .neverRuns: ("It sends its token, and never runs its session.", "peer.rangesNot")
        case .goesSilent: ("It stops ranging after two seconds without ending its session.", "peer.silent")
        case .tellsNothing: ("It reports none of its measurements.", "peer.untold")
        case .tellsCentimetres: ("It reports distances in centimetres instead of millimetres.", "peer.disagrees")
        }
    }
}
