import GATT
import Ground
import Links

extension AccessoryChannel {
    /// The app's last request, which outlives the link that serves it.
    struct ConnectionRequest: Sendable {
        /// The stage the app requested.
        var stage = ChannelStage.subscribed
        /// The time limit of a connection attempt.
        var limit = Lapse.zero
        /// The number of reconnections since the app's request.
        var reconnections = 0
    }

    /// The state of one link; none of it applies to the next one.
    struct Link: Sendable {
        var client: GATTClient

        /// The discovered services.
        var services: [Service] = []
        var serviceChanged: Characteristic?
        /// The channel in use, which is kept while the services are rediscovered.
        var dataChannel: OpenChannel?

        var errands: [QueuedRequest] = []
        /// Messages waiting until fewer are being written.
        var backlog = MessageQueue()

        var encryption = Encryption.none
        /// The current reading of the accessory's firmware identity, if any.
        var identification: Identification?
        /// The number of identifications on this link.
        var identifications = 0

        init(ownMTU: UInt16) { client = GATTClient(ownMTU: ownMTU) }
    }

    /// The characteristics in use, with the subscription of each.
    struct OpenChannel: Sendable {
        let pair: CharacteristicPair
        var receiveSubscription = Subscription()
        var transmitSubscription = Subscription()
    }

    /// The encryption of a link, in effect or requested.
    enum Encryption: Sendable {
        case none
        /// The phone has requested encryption and will repeat the refused requests. The security is nil if there was
        /// none before.
        case asked(LinkSecurity?, refused: [Refused])
        case on(LinkSecurity)

        /// The security in effect; nil if the link is not encrypted.
        var security: LinkSecurity? {
            switch self {
            case .none: nil
            case .asked(let security, _): security
            case .on(let security): security
            }
        }

        /// Whether the phone has requested encryption and is waiting for the result.
        var isAsked: Bool { if case .asked = self { true } else { false } }

        /// Notes a request for encryption; false if one is already pending.
        mutating func ask(again refused: Refused?) -> Bool {
            let more = refused.map { [$0] } ?? []
            if case .asked(let security, let waiting) = self {
                self = .asked(security, refused: waiting + more)
                return false
            }
            self = .asked(security, refused: more)
            return true
        }

        /// Ends the request with the link's present security, and returns the requests refused before.
        mutating func settle(_ outcome: LinkSecurity?) -> [Refused] {
            var refused: [Refused] = []
            if case .asked(_, let waiting) = self { refused = waiting }
            self = outcome.map { .on($0) } ?? .none
            return refused
        }
    }
}
