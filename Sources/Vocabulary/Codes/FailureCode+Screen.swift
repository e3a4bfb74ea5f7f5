import Ground

// What each code of this topic means: screens that use application services.
extension FailureCode {
    static let screenCodes: [Entry] = [
        Entry(
            "screen.notConnected", "The screen does not connect to the app that was launched for it",
            causes: "it lost the endpoint; it gave up while the person was asked"),
        Entry(
            "screen.neverReturns", "The screen opens no new connection behind ECONNABORTED",
            causes: "it takes the background for the end", basis: "NET 0.17"),
        Entry(
            "screen.gaveUp", "The screen does not wait for the person, the launch or the app",
            causes: "it has a limit of its own for preparing", basis: "NET 0.17"),
        Entry(
            "screen.asksAgain", "The screen has the person asked again for what was answered",
            causes: "it opens the picker in place of a connection; it invites twice", basis: "NET 9.8"),
        Entry(
            "screen.connectsTwice", "The screen makes two connections for one",
            causes: "two places in it connect again; it does not cancel the first", basis: "NET 9.17"),
        Entry(
            "screen.retriesBlindly", "The screen connects again behind an end that asks for no new connection",
            causes: "it does not tell ECONNABORTED from other errors", basis: "NET 9.16"),
        Entry(
            "screen.ignoresCancel", "The screen goes on with what its person took back",
            causes: "its task is not cancelled with the picker", basis: "NET 9.19"),
        Entry(
            "screen.otherPlatform", "The screen lists devices of platforms that it does not look for",
            causes: "it does not read the record's platform", basis: "NET 0.4"),
        Entry(
            "screen.otherService", "The screen takes another service for its own",
            causes: "it compares identifiers loosely", basis: "NET 9.3"),
        Entry(
            "screen.otherDevice", "The screen asks another device than the one that was chosen",
            causes: "it knows devices by the name that they had before they were renamed", basis: "NET 9.22"),
        Entry(
            "screen.notListed", "The screen does not list a device that came later",
            causes: "it reads the list once; it does not read records anew", basis: "NET 9.23"),
        Entry(
            "screen.staleList", "The screen asks a device that left the network",
            causes: "it does not hear goodbyes", basis: "NET 9.24"),
        Entry(
            "screen.hangs", "The screen does not get over a device that fell silent while it was listed",
            causes: "an invitation has no limit; the picker cannot be opened anew meanwhile", basis: "NET 9.24"),
        Entry(
            "screen.trustsAnybody", "The screen talks to whoever shows any certificate",
            causes: "it does not compare the certificate with the record's pin", basis: "NET 9.21"),
        Entry(
            "screen.losesMoves", "The screen does not have every move of the activity",
            causes: "it starts the activity anew; it forgets where it stood", basis: "NET 9.35"),
        Entry(
            "screen.doublesMoves", "The screen takes a move twice",
            causes: "it does not say where it stands when it comes back", basis: "NET 9.35"),
        Entry(
            "screen.losesFrames", "The screen does not send what its app sends",
            causes: "it drops frames when the connection is slow"),
        Entry(
            "screen.keepsHalfFrame", "Bytes of the last connection spoil the new one",
            causes: "the framer is not made anew with the connection", basis: "NET 9.14"),
        Entry(
            "screen.unboundedFrame", "The screen believes every length that a frame announces",
            causes: "its framer has no limit, as Apple's sample has none", basis: "NET 9.27"),
        Entry(
            "screen.leaksConnections", "The screen does not end a connection that is over",
            causes: "it lets go of it without a cancel", basis: "NET 9.19"),
        Entry(
            "screen.readyEarly", "The screen shows ready before the app there has the connection",
            causes: "it takes the end of the TLS handshake, or an answer of the agent, for ready", basis: "NET 9.21"),
        Entry(
            "screen.readyUnshown", "The screen does not show that its connection is ready",
            causes: "its build prints no states; its console is another line"),
        Entry(
            "screen.endUnnamed", "The screen does not name the error with which a connection failed",
            causes: "it prints numbers, which differ from system to system; it hides the error", basis: "NET 9.12"),
        Entry(
            "screen.slow", "The screen takes long where the phone waits for it",
            causes: "it looks for the device anew; its main thread is busy; TCP keeps small pieces back (TCP_NODELAY)"),
    ]
}
