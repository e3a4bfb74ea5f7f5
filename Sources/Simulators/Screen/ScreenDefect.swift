/// A defect of an app on a simulated screen toward its companions; each changes one thing.
///
/// None of them is a complaint from the field: they are possible violations of the rules of application services
/// (network.md, sections 0, 6 and 9). Each is visible to a companion's agent on the network.
public enum ScreenDefect: String, Codable, Hashable, Sendable, CaseIterable {
    // Everything.
    /// It looks for no device, whatever its user chooses (case 1), so that it also never does anything forbidden.
    case doesNothing

    // The picker and the invitation.
    /// It offers devices of all platforms (case 4).
    case ignoresPlatform
    /// It treats identifiers as equal that differ in case or spaces (case 3).
    case comparesIdentifierLoosely
    /// It stops looking for devices 2 s after its picker was opened (case 23).
    case stopsLooking
    /// It takes the first device that it lists, whichever its user chooses (case 22).
    case picksTheFirst
    /// It continues with the chosen device although its user leaves the picker (case 7).
    case ignoresLeaving
    /// It withdraws its invitation if the companion's user has not answered for 10 s (section 0, point 14).
    case givesUpThePerson
    /// It waits forever for a device that does not answer, and does nothing else meanwhile (case 24).
    case waitsForEver
    /// It sends each invitation over two transports (case 17).
    case invitesTwice
    /// It repeats the invitation a second after the agent reported that the app is busy (case 18).
    case ignoresBusy
    /// It repeats the invitation a second after the companion's user refused (case 8).
    case ignoresDenial

    // TLS.
    /// It accepts every certificate, whatever the record contains (case 21).
    case trustsAnyPin
    /// It presents no certificate to the agent (case 21).
    case showsNoCertificate

    // The connection.
    /// It opens its connections without the framer that its picker has (cases 20 and 33).
    case usesOtherParameters
    /// It sends as soon as it has presented its token, without waiting for hello (case 21).
    case sendsBeforeReady
    /// It gives up a connection that prepares for 5 s, as happens if the companion is in the background (case 13).
    case givesUpPreparing
    /// It abandons connections without closing them (case 19).
    case leaksConnections
    /// It reconnects after every failure, not just after ECONNABORTED (case 16).
    case retriesOnAnyError
    /// It does not reconnect after ECONNABORTED (case 12).
    case neverReconnects
    /// It asks its user before it reconnects after ECONNABORTED, which is not forbidden.
    case asksToGoOn
    /// It opens two connections after ECONNABORTED (case 12).
    case connectsTwice
    /// It opens two connections with one token for one choice (case 17).
    case connectsTwiceAtOnce
    /// It connects only over IPv4 (case 30).
    case ignoresIPv6
    /// It connects over each interface that reaches the companion (case 30).
    case connectsByEachInterface
    /// It opens the picker after ECONNABORTED, and invites again (case 12).
    case opensPickerAgain
    /// It presents zeros instead of the token when it reconnects (case 12).
    case forgetsToken
    /// It presents the first token that it ever received, even after a later invitation (case 25).
    case reusesStaleToken

    // Frames.
    /// It continues reading the frame that the last connection left unfinished (case 14).
    case keepsHalfFrame
    /// It accepts every length of a frame (case 27).
    case unboundedFrame
    /// It writes the headers of its frames with the most significant byte first (case 27).
    case bigEndianFrames
    /// It writes its texts in UTF-16 with a byte-order mark, and omits the last byte (case 28).
    case sendsOddUTF16

    /// It sends no frame of more than 4,096 bytes (section 0, point 1).
    case losesLargeFrames

    // The activity.
    /// It starts at 0 again when it is reconnected (case 35).
    case forgetsActivity
    /// It reports after a reconnection that it has a move which it never received (case 35).
    case losesMoveAcrossBackground
    /// It repeats the acknowledgement of its last move after a reconnection (case 35).
    case resendsOldMoves
    /// It acknowledges a move that it already has as a new one (case 35).
    case takesMovesTwice

    // The lines it prints.
    /// It prints ready as soon as the agent holds its connection, without waiting for hello (case 21).
    case printsReadyEarly
    /// It prints numbers instead of the errors' names (section 5).
    case printsNumbers
}

extension ScreenDefect {
    /// The app's behaviour, in one sentence.
    public var meaning: String {
        switch self {
        case .doesNothing: "It never looks for a device."
        case .ignoresPlatform: "It offers devices of platforms other than its picker's."
        case .comparesIdentifierLoosely: "It treats service identifiers that differ in case or spaces as equal."
        case .stopsLooking: "It stops looking for devices two seconds after its picker was opened."
        case .picksTheFirst: "It takes the first device in its list, whichever is chosen."
        case .ignoresLeaving: "It connects although the user left the picker."
        case .givesUpThePerson: "It withdraws its invitation if the user has not answered for ten seconds."
        case .waitsForEver: "It waits forever for a device that does not answer."
        case .invitesTwice: "It sends each invitation twice."
        case .ignoresBusy: "It invites again and again while the app there is busy."
        case .ignoresDenial: "It invites again and again after the user refused."
        case .trustsAnyPin: "It connects to any device with any certificate."
        case .showsNoCertificate: "It shows no certificate."
        case .usesOtherParameters: "It connects with parameters other than its picker's."
        case .sendsBeforeReady: "It sends before the connection is ready."
        case .givesUpPreparing: "It gives up a connection that has been preparing for five seconds."
        case .leaksConnections: "It releases connections without closing them."
        case .retriesOnAnyError: "It reconnects after every failure."
        case .neverReconnects: "It does not reconnect after ECONNABORTED."
        case .asksToGoOn: "It asks its user before it reconnects after ECONNABORTED."
        case .connectsTwice: "It opens two connections after ECONNABORTED."
        case .connectsTwiceAtOnce: "It opens two connections at once for one choice."
        case .ignoresIPv6: "It connects only over IPv4."
        case .connectsByEachInterface: "It connects over every interface that reaches the companion."
        case .opensPickerAgain: "It opens the picker and invites again after ECONNABORTED."
        case .forgetsToken: "It shows a token of zeros when it reconnects."
        case .reusesStaleToken: "It shows the token of an earlier invitation."
        case .keepsHalfFrame: "It carries half a frame over into the next connection."
        case .unboundedFrame: "It waits for a frame of any length."
        case .bigEndianFrames: "It writes the headers of frames big endian."
        case .sendsOddUTF16: "It sends texts in UTF-16 with an odd number of bytes."
        case .losesLargeFrames: "It sends no frame of more than 4,096 bytes."
        case .forgetsActivity: "It starts over at 0 when it is reconnected."
        case .losesMoveAcrossBackground: "It skips a move when it is reconnected."
        case .resendsOldMoves: "It acknowledges its last move again when it is reconnected."
        case .takesMovesTwice: "It takes a move that it already has for a new one."
        case .printsReadyEarly: "It shows ready while the agent still holds the connection."
        case .printsNumbers: "It shows the number of an error instead of its name."
        }
    }
}
