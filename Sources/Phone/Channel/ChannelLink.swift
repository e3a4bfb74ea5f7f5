import ATT
import GATT
import Ground
import Links

extension AccessoryChannel {
    /// What the app asked for last: it outlives the link that serves it.
    struct Wish: Sendable {
        /// How far the app wants to go.
        var stage = ChannelStage.subscribed
        /// For how long a connection is tried.
        var limit = Span.zero
        /// How often the phone has connected anew since the app asked.
        var reconnections = 0
    }

    /// What holds on one link: nothing that was learnt on it holds for the next one.
    struct Link: Sendable {
        var client: GATTClient

        /// What was discovered.
        var services: [Service] = []
        var serviceChanged: Characteristic?
        /// The channel in use; stays while the services are discovered anew.
        var dataChannel: OpenChannel?

        var errands: [Errand] = []
        /// Messages that wait until fewer are being written.
        var backlog = MessageQueue()

        var encryption = Encryption.none
        /// What is being read of the accessory's firmware; nil when nothing is.
        var identification: Identification?
        /// How often it was read on this link.
        var identifications = 0

        init(ownMTU: UInt16) { client = GATTClient(ownMTU: ownMTU) }
    }

    /// The characteristics in use, and how each tells its value.
    struct OpenChannel: Sendable {
        let pair: CharacteristicPair
        var receiveSubscription = Subscription()
        var transmitSubscription = Subscription()
    }

    /// How a link is encrypted, or is about to be.
    enum Encryption: Sendable {
        case none
        /// The phone has asked for it, and asks again afterwards for what was refused; nil when it was not encrypted.
        case asked(LinkSecurity?, refused: [Refused])
        case on(LinkSecurity)

        /// How the link is encrypted; nil while it is not.
        var security: LinkSecurity? {
            switch self {
            case .none: nil
            case .asked(let security, _): security
            case .on(let security): security
            }
        }

        /// Whether the phone has asked for it and waits for its end.
        var isAsked: Bool { if case .asked = self { true } else { false } }

        /// The phone asks; false when it has asked already.
        mutating func ask(again refused: Refused?) -> Bool {
            let more = refused.map { [$0] } ?? []
            if case .asked(let security, let waiting) = self {
                self = .asked(security, refused: waiting + more)
                return false
            }
            self = .asked(security, refused: more)
            return true
        }

        /// The asking is over, with what the link has now; gives what was refused before.
        mutating func settle(_ outcome: LinkSecurity?) -> [Refused] {
            var refused: [Refused] = []
            if case .asked(_, let waiting) = self { refused = waiting }
            self = outcome.map { .on($0) } ?? .none
            return refused
        }
    }
}
