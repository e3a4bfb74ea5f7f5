import Ground

// What each code of this topic means: phone apps that a screen of the rig looks for. No limit is Apple's.
extension FailureCode {
    static let appCodes: [Entry] = [
        Entry(
            "app.notAdvertised", "The phone is there, and does not advertise the service",
            causes: "Advertises has another identifier: letters and blanks count", basis: "NET 9.2"),
        Entry(
            "app.record", "The record of the phone's agent cannot be read",
            causes: "a key is missing or stands twice; another version", basis: "NET 9.29"),
        Entry(
            "app.security", "The phone's agent and the screen do not agree on TLS 1.3",
            causes: "the certificate is not the one that the record pins; the agent knows no screen's certificate",
            basis: "NET 9.21"),
        Entry(
            "app.neverAnswers", "The phone does not answer an invitation",
            causes: "its agent does not read the message; it waits for the app first"),
        Entry(
            "app.refuses", "The phone refuses an invitation that fits its record",
            causes: "the platform or the parameters are compared with others than the record has", basis: "NET 9.20"),
        Entry(
            "app.answersUnasked", "The phone answers the first invitation before its person was asked",
            causes: "the agent grants at once; an earlier consent is remembered (unverified of Apple's system)",
            basis: "NET 0.5"),
        Entry(
            "app.listensLate", "The app does not listen in time after its person allowed it",
            causes: "a view makes it; other work comes first (how long Apple's system waits is unverified)",
            basis: "NET 0.15"),
        Entry(
            "app.parksInFront", "The phone grants before the app listens",
            causes: "the agent answers when the app is launched, and not when it listens", basis: "NET 0.14"),
        Entry(
            "app.neverReady", "The app does not take the connection that was granted",
            causes: "its newConnectionHandler does not start the connection; it waits for a view", basis: "NET 9.11"),
        Entry(
            "app.otherParameters", "The app's listener has other parameters than the screen's picker",
            causes: "the framer was left out; they are made in two places", basis: "NET 9.20"),
        Entry(
            "app.ignoresParameters", "The phone does not refuse a connection with other parameters than the picker's",
            causes: "the agent does not compare the digest of a connection; it lets the connection hang",
            basis: "NET 9.20"),
        Entry(
            "app.trustsAnybody", "The phone does not refuse a screen that shows no certificate",
            causes: "the agent's TLS asks for no certificate, or goes on without one", basis: "NET 9.21"),
        Entry(
            "app.staysBusy", "The app takes no new session when the last one is over",
            causes: "it does not let go of a connection that the screen ended", basis: "NET 9.18"),
        Entry(
            "app.noMoves", "Fewer moves come than the person makes",
            causes: "the app does not hear where the screen stands; it plays another game than the rig's"),
        Entry(
            "app.keepsHalfFrame", "Half a frame that the last connection left spoils the next one",
            causes: "the framer is kept with the app, and not with the connection", basis: "NET 9.14"),
        Entry(
            "app.losesMoves", "The app passes over a move",
            causes: "what was on its way when the app went to the background is not sent again", basis: "NET 9.35"),
        Entry(
            "app.doublesMoves", "The app sends a move that the screen has already",
            causes: "it begins anew behind the background; it does not ask where the screen stands", basis: "NET 9.35"),
        Entry(
            "app.endsEarly", "The connection ends while the app is in front",
            causes: "the app crashed; nobody keeps the connection object; it ends when it is idle"),
        Entry(
            "app.staysConnected", "The connection does not end when the app goes to the background",
            causes: "the app is kept awake by another task; its transport is not ended with it", basis: "NET 0.16"),
        Entry(
            "app.endsWithoutReason", "The connection ends in the background, and nobody says why",
            causes: "the agent resets without the message aborted, so that no ECONNABORTED can be shown",
            basis: "NET 9.16"),
        Entry(
            "app.forgetsToken", "A token of the phone is not valid any more",
            causes: "the agent keeps tokens with the app's connection, and not beyond it", basis: "NET 0.17"),
        Entry(
            "app.neverParks", "In the background nobody holds a new connection for the app",
            causes: "the agent is a part of the app, and sleeps with it", basis: "NET 0.17"),
        Entry(
            "app.readyInBackground", "The phone says that a connection is ready while the app is in the background",
            causes: "hello is sent when the connection comes, and not when the app has it", basis: "NET 0.17"),
        Entry(
            "app.newListener", "A connection that was parked is refused when the app is resumed",
            causes: "the app makes a new listener whenever it comes to the front, as ones of plain Bonjour need",
            basis: "NET 0.18"),
        Entry(
            "app.neverResumes", "The app does not take the parked connection when it is resumed",
            causes: "its listener was cancelled in the background; the handler ignores a second connection",
            basis: "NET 0.17"),
    ]
}
