public import Ground

/// A defect of the phone's side of an application service: its app, or the agent of its test build. Each changes one
/// thing.
///
/// None of them is a complaint from the field: they are possible violations of the rules of application services
/// (network.md, sections 0, 4, 8.3 and 9). Each is visible to a screen on the network.
public enum AppDefect: String, Codable, Hashable, Sendable, CaseIterable {
    // From the choice to the connection.
    /// It is listed, and never answers an invitation, so that it also never does anything forbidden.
    case neverAnswers
    /// It advertises the service in capital letters (case 3).
    case advertisesAnother
    /// It grants before its user was asked (section 0, point 5).
    case readyBeforeConsent
    /// Its listener starts 20 s after launch (case 10; section 0, point 15).
    case listensLate
    /// It grants before it listens: the connection is parked although the app is in front (section 0, point 14).
    case grantsBeforeListening
    /// It is granted, and the app never accepts the connection (case 11).
    case neverTakes
    /// It sends a move before its hello (section 8.3).
    case sendsBeforeHello
    /// It accepts screens that present no certificate (case 21).
    case trustsAnyClient
    /// It accepts connections whose parameters are not the picker's (case 20).
    case ignoresParameters
    /// It answers a second choice with busy, although the first session is over (case 18).
    case refusesSecondLaunch

    // Frames and the activity.
    /// It makes no move.
    case makesNoMoves
    /// It writes the headers of its frames with the most significant byte first (case 27).
    case bigEndianFrames
    /// It continues reading the frame that the last connection left unfinished (case 14).
    case keepsHalfFrame
    /// It ends the connection after its third move (section 0, point 16).
    case endsEarly

    // The background.
    /// It stays connected in the background (section 0, point 16).
    case staysConnected
    /// It resets the connection in the background, and does not report that it was aborted (case 16).
    case endsWithoutReason
    /// It forgets its tokens in the background (section 0, point 17).
    case forgetsToken
    /// It sends hello although it is in the background (section 0, point 17).
    case readyInBackground
    /// It creates a new listener when resumed, and refuses connections parked for the old one (section 0, point 18).
    case newListenerEachTime
    /// It never accepts the parked connection when resumed (section 0, point 17).
    case neverResumes
    /// It skips the move that was next when it went to the background (case 35).
    case losesFramesInBackground
    /// It repeats its last move after the background (case 35).
    case doublesFrames
    /// It restarts from its first move after the background (case 35).
    case restartsActivity
}

extension AppDefect {
    /// The app's behaviour, in one sentence.
    public var meaning: String {
        switch self {
        case .neverAnswers: "It is listed, and answers no invitation."
        case .advertisesAnother: "It advertises the service in capital letters."
        case .readyBeforeConsent: "It grants before the user was asked."
        case .listensLate: "It starts listening twenty seconds after its launch."
        case .grantsBeforeListening:
            "It grants before it listens, and parks a connection while it is in the foreground."
        case .neverTakes: "It never takes the connection that was granted."
        case .sendsBeforeHello: "It sends before its hello."
        case .trustsAnyClient: "It accepts screens that show no certificate."
        case .ignoresParameters: "It accepts connections with parameters other than the picker's."
        case .refusesSecondLaunch: "It stays busy forever after its first session."
        case .makesNoMoves: "It makes no move."
        case .bigEndianFrames: "It writes the headers of frames big endian."
        case .keepsHalfFrame: "It carries half a frame over into the next connection."
        case .endsEarly: "It ends the connection after its third move."
        case .staysConnected: "It stays connected in the background."
        case .endsWithoutReason: "It ends the connection in the background without stating a reason."
        case .forgetsToken: "It forgets its token once it is in the background."
        case .readyInBackground: "It says hello while it is in the background."
        case .newListenerEachTime: "It creates a new listener when it is resumed, and refuses the parked connection."
        case .neverResumes: "It never takes the parked connection when it is resumed."
        case .losesFramesInBackground: "It skips a move when it is resumed."
        case .doublesFrames: "It sends its last move again when it is resumed."
        case .restartsActivity: "It starts over at its first move when it is resumed."
        }
    }

    /// The code of the failure that identifies the defect.
    public var sign: FailureCode {
        switch self {
        case .neverAnswers: "app.neverAnswers"
        case .advertisesAnother: "app.notAdvertised"
        case .readyBeforeConsent: "app.answersUnasked"
        case .listensLate: "app.listensLate"
        case .grantsBeforeListening: "app.parksInFront"
        case .neverTakes: "app.neverReady"
        case .sendsBeforeHello: "services.outOfOrder"
        case .trustsAnyClient: "app.trustsAnybody"
        case .ignoresParameters: "app.ignoresParameters"
        case .refusesSecondLaunch: "app.staysBusy"
        case .makesNoMoves: "app.noMoves"
        case .bigEndianFrames: "services.framing"
        case .keepsHalfFrame: "app.keepsHalfFrame"
        case .endsEarly: "app.endsEarly"
        case .staysConnected: "app.staysConnected"
        case .endsWithoutReason: "app.endsWithoutReason"
        case .forgetsToken: "app.forgetsToken"
        case .readyInBackground: "app.readyInBackground"
        case .newListenerEachTime: "app.newListener"
        case .neverResumes: "app.neverResumes"
        case .losesFramesInBackground: "app.losesMoves"
        case .doublesFrames, .restartsActivity: "app.doublesMoves"
        }
    }
}
