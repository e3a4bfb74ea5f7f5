public import Ground

/// A way in which the phone's side of an application service misbehaves: its app, or the agent of its test build. Each
/// changes one thing.
///
/// None of them is a complaint from the field: they are what can go wrong by the rules of application services (network
/// fact sheet, sections 0, 4, 8.3 and 9). Each shows on the wire to a screen.
public enum AppDefect: String, Codable, Hashable, Sendable, CaseIterable {
    // From the choice to the connection.
    /// It is listed, and never says a word to whoever invites it: what must not happen does not happen with it.
    case neverAnswers
    /// It advertises the service in capital letters (case 3).
    case advertisesAnother
    /// It grants before its person was asked (section 0, point 5).
    case readyBeforeConsent
    /// Its listener comes 20 s after it was launched (case 10; section 0, point 15).
    case listensLate
    /// It grants before it listens: the connection is parked though the app is in front (section 0, point 14).
    case grantsBeforeListening
    /// It is granted, and the app never takes the connection (case 11).
    case neverTakes
    /// It sends a move before its hello (section 8.3).
    case sendsBeforeHello
    /// It takes screens that show no certificate (case 21).
    case trustsAnyClient
    /// It takes connections whose parameters are not the picker's (case 20).
    case ignoresParameters
    /// It answers a second choice with busy, though the first session is over (case 18).
    case refusesSecondLaunch

    // Frames and the activity.
    /// It makes no move.
    case makesNoMoves
    /// It writes the headers of its frames with the most significant byte first (case 27).
    case bigEndianFrames
    /// It reads on within the frame that the last connection left unfinished (case 14).
    case keepsHalfFrame
    /// It ends the connection behind its third move (section 0, point 16).
    case endsEarly

    // The background.
    /// It stays connected in the background (section 0, point 16).
    case staysConnected
    /// It resets the connection in the background, and does not say that it was aborted (case 16).
    case endsWithoutReason
    /// It knows no token any more once it is in the background (section 0, point 17).
    case forgetsToken
    /// It says hello though it is in the background (section 0, point 17).
    case readyInBackground
    /// It makes a new listener when it is resumed, and refuses what was parked for the old one (section 0, point 18).
    case newListenerEachTime
    /// It never takes the parked connection when it is resumed (section 0, point 17).
    case neverResumes
    /// It passes over the move that it had next when it went to the background (case 35).
    case losesFramesInBackground
    /// It sends its last move once more behind the background (case 35).
    case doublesFrames
    /// It begins at its first move again behind the background (case 35).
    case restartsActivity
}

extension AppDefect {
    /// What it does, in one sentence.
    public var meaning: String {
        switch self {
        case .neverAnswers: "It is listed, and answers nobody who invites it."
        case .advertisesAnother: "It advertises the service in capital letters."
        case .readyBeforeConsent: "It grants before its person was asked."
        case .listensLate: "Its listener comes twenty seconds after it was launched."
        case .grantsBeforeListening: "It grants before it listens, and parks a connection while it is in front."
        case .neverTakes: "It never takes the connection that was granted."
        case .sendsBeforeHello: "It sends before its hello."
        case .trustsAnyClient: "It takes screens that show no certificate."
        case .ignoresParameters: "It takes connections with other parameters than the picker's."
        case .refusesSecondLaunch: "It is busy for ever once it had a session."
        case .makesNoMoves: "It makes no move."
        case .bigEndianFrames: "It writes the headers of frames big endian."
        case .keepsHalfFrame: "It carries half a frame over into the next connection."
        case .endsEarly: "It ends the connection behind its third move."
        case .staysConnected: "It stays connected in the background."
        case .endsWithoutReason: "It ends the connection in the background, and does not say why."
        case .forgetsToken: "It knows its token no more once it is in the background."
        case .readyInBackground: "It says hello while it is in the background."
        case .newListenerEachTime: "It makes a new listener when it is resumed, and refuses what was parked."
        case .neverResumes: "It never takes the parked connection when it is resumed."
        case .losesFramesInBackground: "It passes over a move when it is resumed."
        case .doublesFrames: "It sends its last move once more when it is resumed."
        case .restartsActivity: "It begins at its first move again when it is resumed."
        }
    }

    /// The code of the failure that names the defect.
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
