import Ground

// Sessions between two phones.
extension FailureCode {
    static let peerCodes: [Entry] = [
        Entry(
            "token.none", "No discovery token came from the other phone",
            causes: "its app does not answer; it listens on another characteristic"),
        Entry(
            "token.malformed", "The bytes that came instead of a discovery token are none",
            causes: "it is cut, doubled, of another version, or changed on its way"),
        Entry(
            "token.own", "The other phone sent back the token it received",
            causes: "its app echoes, or mistakes the received token for its own"),
        Entry(
            "token.twice", "The other phone sent its token twice",
            causes: "its app sends it again with every callback"),
        Entry(
            "token.changed", "The other phone sent a second, different token",
            causes: "its app creates a new session for each token it sends"),
        Entry(
            "token.stale", "The other phone sent the token of an earlier session, and nothing is measured",
            causes: "its app stores the token without the session"),
        Entry(
            "token.notRun", "The other phone's token came, and no session ran with it",
            causes: "it is not a phone's token; the user was not asked, or has not answered"),
        Entry(
            "peer.rangesNot", "Both phones have each other's token, and nothing is measured",
            causes: "the other phone may not range; it runs no session; its token belongs to another session",
            basis: "5.4"),
        Entry(
            "peer.silent", "The other phone stopped ranging without ending its session",
            causes: "its app released its session without invalidating it", basis: "5.1"),
        Entry(
            "peer.untold", "The other phone ranges without reporting its measurements",
            causes: "its app ignores its session's delegate calls; it does not send the message"),
        Entry(
            "peer.disagrees", "The two phones measure different distances",
            causes: "one of them is not calibrated; its app reports another unit or an old distance", basis: "5.7"),
    ]
}
