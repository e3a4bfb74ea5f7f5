import GATT

/// The requests and indications on one link that await their responses.
///
/// Each side has at most one request and one indication outstanding (bluez.md, section 4.3), and a device responds only
/// to what it received. A response to nothing therefore shows that a packet is missing from the capture.
struct TransactionWatch: Sendable {
    /// A kind of transaction of one side.
    fileprivate struct Key: Hashable, Sendable {
        let isOfPhone: Bool
        let isIndication: Bool
    }

    /// A response whose request is missing from the capture.
    struct Orphan: Hashable, Sendable {
        fileprivate let key: Key
        fileprivate let opcode: ATTOpcode
        let place: ExchangeJudge.Place
        /// The frame after which the request was sent: that of the transaction before it.
        let after: Int
    }

    /// The requests and indications; nil for a PDU that does not parse.
    private var open: [Key: ATTOpcode?] = [:]
    /// The last frame of each kind of transaction.
    private var ends: [Key: Int] = [:]
    /// Whether the traffic before the next PDU is in the capture.
    private var isFollowing = false
    /// A response without its request, until a later frame shows that the log did not only swap the two.
    private var orphan: Orphan?

    /// Begins a connection.
    mutating func connect() { self = TransactionWatch(isFollowing: true) }

    init() {}

    private init(isFollowing: Bool) { self.isFollowing = isFollowing }

    /// Receives a PDU.
    mutating func receive(_ opcode: ATTOpcode, fromPhone: Bool, at place: ExchangeJudge.Place) {
        defer { isFollowing = true }
        switch opcode.kind {
        case .request, .indication:
            let key = Key(isOfPhone: fromPhone, isIndication: opcode.kind == .indication)
            // A log can have both directions of one instant in the wrong order.
            if let orphan, orphan.key == key, orphan.place.instant == place.instant,
                orphan.opcode == Self.end(of: opcode)
            {
                self.orphan = nil
                ends[key] = place.frame
            } else {
                open[key] = opcode
            }
        case .response, .confirmation:
            let key = Key(isOfPhone: !fromPhone, isIndication: opcode.kind == .confirmation)
            let asked = open.removeValue(forKey: key)
            let isAnswer =
                switch asked {
                case .some(let request?): opcode == .errorResponse || opcode == Self.end(of: request)
                case .some(nil): true
                case nil: false
                }
            if !isAnswer, isFollowing, orphan == nil {
                orphan = Orphan(key: key, opcode: opcode, place: place, after: ends[key] ?? 0)
            }
            ends[key] = place.frame
        case .command, .notification: break
        }
    }

    /// Receives a PDU that does not parse, and may be a request.
    mutating func receiveUnreadable(fromPhone: Bool) {
        isFollowing = true
        open[Key(isOfPhone: fromPhone, isIndication: false)] = .some(nil)
    }

    private static func end(of opcode: ATTOpcode) -> ATTOpcode? {
        opcode.kind == .indication ? .confirmation : opcode.response
    }

    /// Returns a response whose request is missing, once; nil while the request may still follow at the same instant.
    mutating func orphan(before place: ExchangeJudge.Place?) -> Orphan? {
        guard let orphan, place.map({ $0.instant > orphan.place.instant }) ?? true else { return nil }
        self.orphan = nil
        return orphan
    }
}
