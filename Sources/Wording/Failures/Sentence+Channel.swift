public import Ground
public import Vocabulary

// Links to accessories: advertising, connecting, pairing, reading.
extension Sentence {
    public static func notAdvertised(within limit: Lapse) -> Sentence {
        Sentence("it did not advertise within \(limit)")
    }

    public static func advertisingNames(_ services: [String]) -> Sentence {
        Sentence("its advertising names \(named(services))")
    }

    public static func byAdvertisedService(_ step: String) -> Sentence {
        Sentence("\(step) by its advertised service")
    }

    public static func advertises(_ services: [String], butSpeaks channel: DataChannelProfile) -> Sentence {
        Sentence("it advertises \(named(services)), but its data channel is \(channel.name), \(channel.service)")
    }

    private static func named(_ services: [String]) -> String {
        services.isEmpty ? "no service" : services.joined(separator: ", ")
    }

    public static func noDataChannel(after span: Lapse, because reason: Sentence) -> Sentence {
        Sentence("no open data channel after \(span): \(reason)")
    }

    public static let accessoryNotFound = Sentence("the accessory was not found")
    public static let connectionNotAccepted = Sentence("the accessory was found, but did not accept the connection")
    public static let channelUnanswered = Sentence(
        "the accessory accepted the connection, but did not answer the data channel's first request")

    public static func noNetworkConnection(_ reason: String) -> Sentence {
        Sentence("no network connection: \(reason.escapedForDisplay)")
    }

    public static func linkStaysUp(to name: AccessoryName) -> Sentence { Sentence("the link to \(name) stays up") }
    public static func linkStillUp(after span: Lapse) -> Sentence {
        Sentence("the link was still up \(span) after the rig ended it")
    }
    public static func linkWent(_ reason: DisconnectReason) -> Sentence { Sentence("the link was lost: \(reason)") }

    /// The reason a link went down; `hasKey` is whether it was encrypted earlier in this run.
    public static func wentDown(_ reason: DisconnectReason, after act: LastAct? = nil, hasKey: Bool = false) -> Sentence
    {
        let down = Sentence("it went down: \(reason)" + (act.map { " \($0.words)" } ?? ""))
        guard act != nil, reason == .authentication else { return down }
        return down.and(
            Sentence(
                hasKey
                    ? "it does not accept the key from their pairing"
                    : "a stored key is missing on one side, or does not match"))
    }

    public static func pair(with name: AccessoryName, within limit: Lapse) -> Sentence {
        Sentence("pair with \(name) within \(limit)")
    }
    public static func encrypted(withStoredKey isStored: Bool) -> Sentence {
        Sentence("encrypted with \(isStored ? "the stored" : "a new") key")
    }
    public static func notEncrypted(after span: Lapse) -> Sentence {
        Sentence("the link was not encrypted after \(span)")
    }
    public static func notPaired(_ reason: String) -> Sentence { Sentence("it was not paired: \(reason)") }
    public static func refusedWrite(of kind: MessageKind, _ error: some CustomStringConvertible) -> Sentence {
        Sentence("it refused the write of \(kind.rawValue): \(error)")
    }

    public static let isWhatWasSentLast = Sentence("it is the last one sent")
    public static func holds(_ bytes: [UInt8]) -> Sentence {
        Sentence("it holds \(bytes.isEmpty ? "nothing" : bytes.hex)")
    }
    public static func readRefused(_ error: some CustomStringConvertible) -> Sentence {
        Sentence("the read was refused: \(error)")
    }
    public static let noBackgroundService = Sentence("it has no Nearby Interaction service")
    public static func noAnswer(after span: Lapse) -> Sentence { Sentence("no answer after \(span)") }

    public static var screenFollowsProtocol: Sentence { Sentence("the screen follows the protocol") }

    public static func followsProtocol(_ name: AccessoryName) -> Sentence { Sentence("\(name) follows the protocol") }

    /// An incomplete message; `count` is nil if its length itself is incomplete.
    public static func unfinishedMessage(came: Int, of count: Int?) -> Sentence {
        Sentence(
            count.map { "\(came) of \($0) bytes of a message arrived" }
                ?? "\(came) of 4 bytes of a message's length arrived")
    }

    /// The last things that an accessory did unasked, each with its number of times; nil for none.
    public static func remarks(_ remarks: [(what: Sentence, times: Int)]) -> Sentence? {
        remarks.map { $0.times > 1 ? Sentence("\($0.what) (\($0.times) times)") : $0.what }.joined
    }
}

extension LastAct {
    /// The last act in words that follow "the accessory hung up".
    fileprivate var words: String {
        switch self {
        case .unconnected: "before it was connected"
        case .settingUp: "while the data channel was set up"
        case .open: "with the data channel just open"
        case .sent(let kind): "after the phone sent \(kind.rawValue)"
        case .ranging: "while it ranged"
        case .stopped: "after it had stopped"
        }
    }
}
