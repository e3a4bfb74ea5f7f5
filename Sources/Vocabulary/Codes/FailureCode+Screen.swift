import Ground

// Screens that use application services.
extension FailureCode {
    static let screenCodes: [Entry] = [
        Entry(
            "screen.notConnected", "The screen does not connect to the app that was launched for it",
            causes: "it lost the endpoint; it gave up while the user was asked"),
        Entry(
            "screen.neverReturns", "The screen opens no new connection after ECONNABORTED",
            causes: "it takes the app's background for the end", basis: "NET 0.17"),
        Entry(
            "screen.gaveUp", "The screen does not wait for the user, the launch or the app",
            causes: "it limits the preparing state itself", basis: "NET 0.17"),
        Entry(
            "screen.asksAgain", "The screen has the user asked again although the answer was given",
            causes: "it opens the picker instead of a connection; it invites twice", basis: "NET 9.8"),
        Entry(
            "screen.connectsTwice", "The screen makes two connections instead of one",
            causes: "it reconnects from two places; it does not cancel the first", basis: "NET 9.17"),
        Entry(
            "screen.retriesBlindly", "The screen reconnects after an end that does not call for it",
            causes: "it does not distinguish ECONNABORTED from other errors", basis: "NET 9.16"),
        Entry(
            "screen.ignoresCancel", "The screen continues after the user cancelled",
            causes: "the picker does not cancel its task", basis: "NET 9.19"),
        Entry(
            "screen.otherPlatform", "The screen lists devices of platforms that it does not support",
            causes: "it does not read the record's platform", basis: "NET 0.4"),
        Entry(
            "screen.otherService", "The screen takes another service for its own",
            causes: "it compares identifiers loosely", basis: "NET 9.3"),
        Entry(
            "screen.otherDevice", "The screen invites a device other than the chosen one",
            causes: "it identifies devices by the name from before a rename", basis: "NET 9.22"),
        Entry(
            "screen.notListed", "The screen does not list a device that came later",
            causes: "it reads the list once; it does not read records again", basis: "NET 9.23"),
        Entry(
            "screen.staleList", "The screen invites a device that left the network",
            causes: "it ignores goodbye packets", basis: "NET 9.24"),
        Entry(
            "screen.hangs", "The screen hangs on a device that fell silent while it was listed",
            causes: "an invitation has no time limit; the picker cannot be reopened meanwhile", basis: "NET 9.24"),
        Entry(
            "screen.trustsAnybody", "The screen talks to any peer with any certificate",
            causes: "it does not compare the certificate with the record's pin", basis: "NET 9.21"),
        Entry(
            "screen.losesMoves", "The screen does not have every move of the activity",
            causes: "it restarts the activity; it forgets its position", basis: "NET 9.35"),
        Entry(
            "screen.doublesMoves", "The screen takes a move twice",
            causes: "it does not report its position when it reconnects", basis: "NET 9.35"),
        Entry(
            "screen.losesFrames", "The screen drops data that its app sends",
            causes: "it drops frames when the connection is slow"),
        Entry(
            "screen.keepsHalfFrame", "Bytes of the last connection corrupt the new one",
            causes: "the framer is reused for the new connection", basis: "NET 9.14"),
        Entry(
            "screen.unboundedFrame", "The screen accepts any length that a frame announces",
            causes: "its framer has no limit, as Apple's sample has none", basis: "NET 9.27"),
        Entry(
            "screen.leaksConnections", "The screen does not close a connection that is over",
            causes: "it releases it without cancelling it", basis: "NET 9.19"),
        Entry(
            "screen.readyEarly", "The screen shows ready before the app has the connection",
            causes: "it takes the end of the TLS handshake, or an answer of the agent, as ready", basis: "NET 9.21"),
        Entry(
            "screen.readyUnshown", "The screen does not show that its connection is ready",
            causes: "its build prints no states; its console is on another line"),
        Entry(
            "screen.endUnnamed", "The screen does not name the error of a failed connection",
            causes: "it prints numbers, which differ between systems; it hides the error", basis: "NET 9.12"),
        Entry(
            "screen.slow", "The screen takes long while the phone waits for it",
            causes:
                "it searches for the device again; its main thread is busy; TCP delays small packets (no TCP_NODELAY)"),
    ]
}
