import Ground

// What each code of this topic means: sessions between two phones.
extension FailureCode {
    static let peerCodes: [Entry] = [
        Entry(
            "token.none", "No discovery token came from the other phone",
            causes: "its app does not answer; it listens on another characteristic"),
        Entry(
            "token.malformed", "What came in place of a discovery token is none",
            causes: "it is cut, doubled, of another version, or changed on its way"),
        Entry(
            "token.own", "The other phone sent back the token that it was sent",
            causes: "its app echoes, or takes the token that it got for its own"),
        Entry(
            "token.twice", "The other phone sent its token twice",
            causes: "its app sends it again with every callback"),
        Entry(
            "token.changed", "The other phone sent a second token, which is another one",
            causes: "its app makes a new session for each token that it sends"),
        Entry(
            "token.stale", "The token of the other phone is of an earlier life of its app",
            causes: "its app keeps the token and not the session"),
        Entry(
            "token.notRun", "The token of the other phone came, and no session was run with it",
            causes: "it is no token of a phone; the person was not asked, or has not answered"),
        Entry(
            "peer.rangesNot", "Both phones have the other one's token, and nothing is measured",
            causes: "the other phone may not range; it runs no session; its token is of another one", basis: "5.4"),
        Entry(
            "peer.silent", "The other phone stopped to range, and ended no session",
            causes: "its app let go of its session without invalidating it", basis: "5.1"),
        Entry(
            "peer.untold", "The other phone ranges, and tells nothing of what it measures",
            causes: "its app does not hear its session; it does not send the message"),
        Entry(
            "peer.disagrees", "The two phones measure different distances",
            causes: "one of them is not calibrated; its app tells another unit or an old distance", basis: "5.7"),
    ]
}
