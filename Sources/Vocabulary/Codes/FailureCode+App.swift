import Ground

// Phone apps that a screen of the rig looks for. None of the limits is Apple's.
extension FailureCode {
    static let appCodes: [Entry] = [
        Entry(
            "app.notAdvertised", "The phone is there, and does not advertise the service",
            causes: "Advertises has another identifier: case and spaces count", basis: "NET 9.2"),
        Entry(
            "app.record", "The record of the phone's agent cannot be read",
            causes: "a key is missing or appears twice; another version", basis: "NET 9.29"),
        Entry(
            "app.security", "The phone's agent and the screen do not agree on TLS 1.3",
            causes: "the certificate is not the one that the record pins; the agent knows no screen's certificate",
            basis: "NET 9.21"),
        Entry(
            "app.neverAnswers", "The phone does not answer an invitation",
            causes: "its agent does not read the message, or waits for the app first"),
        Entry(
            "app.refuses", "The phone refuses an invitation that fits its record",
            causes: "the platform or the parameters are compared with values other than the record's", basis: "NET 9.20"
        ),
        Entry(
            "app.answersUnasked", "The phone answers the first invitation before the user was asked",
            causes: "the agent grants immediately; an earlier consent is remembered (unverified for Apple's system)",
            basis: "NET 0.5"),
        Entry(
            "app.listensLate", "The app does not listen in time after the user allowed it",
            causes: "a view creates the listener; other work comes first (Apple's time limit is unverified)",
            basis: "NET 0.15"),
        Entry(
            "app.parksInFront", "The phone grants before the app listens",
            causes: "the agent answers when the app is launched instead of when it listens", basis: "NET 0.14"),
        Entry(
            "app.neverReady", "The app does not take the connection that was granted",
            causes: "its newConnectionHandler does not start the connection; it waits for a view", basis: "NET 9.11"),
        Entry(
            "app.otherParameters", "The app's listener has parameters other than the screen's picker",
            causes: "the framer was left out; the parameters are built in two places", basis: "NET 9.20"),
        Entry(
            "app.ignoresParameters", "The phone does not refuse a connection with parameters other than the picker's",
            causes: "the agent does not compare the digest of a connection; it lets the connection hang",
            basis: "NET 9.20"),
        Entry(
            "app.trustsAnybody", "The phone does not refuse a screen that shows no certificate",
            causes: "the agent's TLS asks for no certificate, or continues without one", basis: "NET 9.21"),
        Entry(
            "app.staysBusy", "The app takes no new session after the last one is over",
            causes: "it keeps a connection that the screen ended", basis: "NET 9.18"),
        Entry(
            "app.noMoves", "Fewer moves arrive than the user makes",
            causes: "the app does not read the screen's position; it plays a game other than the rig's"),
        Entry(
            "app.keepsHalfFrame", "Half a frame from the last connection corrupts the next one",
            causes: "the framer belongs to the app instead of the connection", basis: "NET 9.14"),
        Entry(
            "app.losesMoves", "The app skips a move",
            causes: "moves in flight when the app went to the background are not sent again", basis: "NET 9.35"),
        Entry(
            "app.doublesMoves", "The app sends a move that the screen already has",
            causes: "it starts over after the background; it does not ask the screen's position", basis: "NET 9.35"),
        Entry(
            "app.endsEarly", "The connection ends while the app is in front",
            causes: "the app crashed; the connection object was released; an idle timeout"),
        Entry(
            "app.staysConnected", "The connection does not end when the app goes to the background",
            causes: "the app is kept awake by another task; its transport is not closed with it", basis: "NET 0.16"),
        Entry(
            "app.endsWithoutReason", "The connection ends in the background without a stated reason",
            causes: "the agent resets without the message aborted, so no ECONNABORTED can be shown",
            basis: "NET 9.16"),
        Entry(
            "app.forgetsToken", "A token of the phone is no longer valid",
            causes: "the agent keeps tokens only as long as the app's connection", basis: "NET 0.17"),
        Entry(
            "app.neverParks", "In the background no agent holds a new connection for the app",
            causes: "the agent is part of the app and is suspended with it", basis: "NET 0.17"),
        Entry(
            "app.readyInBackground", "The phone says that a connection is ready while the app is in the background",
            causes: "hello is sent when the connection arrives instead of when the app has it", basis: "NET 0.17"),
        Entry(
            "app.newListener", "A parked connection is refused when the app is resumed",
            causes: "the app creates a new listener whenever it comes to the front, as plain Bonjour requires",
            basis: "NET 0.18"),
        Entry(
            "app.neverResumes", "The app does not take the parked connection when it is resumed",
            causes: "its listener was cancelled in the background; the handler ignores a second connection",
            basis: "NET 0.17"),
    ]
}
