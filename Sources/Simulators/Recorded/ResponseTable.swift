import GATT
import Ground
import NearbyInteraction

/// The recorded accessory's answers by request, in the order of the answers.
struct ResponseTable: Sendable {
    enum Answer: Hashable, Sendable {
        /// A PDU, with the time from the request to its arrival at the phone.
        case reply([UInt8], after: Lapse)
        /// The request with the opcode of its response, which is the answer to a part of a long write.
        case echo(after: Lapse)
        case hangUp(after: Lapse)
        /// None, however long the phone waited.
        case silence
    }

    /// The state of the link when the request arrived.
    struct State: Hashable, Sendable {
        /// Counted from 1.
        let connection: Int
        let isEncrypted: Bool
        let mtu: UInt16
    }

    struct Entry: Sendable {
        let state: State
        let answer: Answer
    }

    /// The answers to one request, or to all of one type.
    private struct Alike: Sendable {
        var list = PlaceList()
        /// Whether one of the answers asks for pairing, so that encryption matters.
        var isGuarded = false
    }

    private var entries: [Entry] = []
    private var marks = ConnectionTable()
    private var alike: [RequestKey: Alike] = [:]
    private var kinds: [RequestKey.Kind: Alike] = [:]
    private var given = PlaceList.Given()

    mutating func add(_ answer: Answer, to request: RequestKey, in state: State) {
        let place = entries.count
        let isGuarded = Self.asksForPairing(answer)
        func note(_ alike: inout Alike) {
            alike.list.add(place)
            if isGuarded { alike.isGuarded = true }
        }
        note(&alike[request, default: Alike()])
        if let kind = request.kind { note(&kinds[kind, default: Alike()]) }
        marks.note(state.connection, at: place)
        entries.append(Entry(state: state, answer: answer))
    }

    /// Returns the median delay of replies, at most `limit`; zero without any.
    func medianDelay(upTo limit: Lapse) -> Lapse {
        let delays = entries.compactMap { entry -> Lapse? in
            switch entry.answer {
            case .reply(_, let delay), .echo(let delay): min(max(delay, .zero), limit)
            case .hangUp, .silence: nil
            }
        }
        return delays.isEmpty ? .zero : delays.sorted()[delays.count / 2]
    }

    /// Returns the answer to the same request: each once, and then the last one repeatedly; nil if there was no
    /// similar one.
    ///
    /// A write with a value not in the recording takes an answer to one of the same type. Answers that do not fit the
    /// ATT_MTU, or were truncated at a smaller one, and answers refused or given in another state of encryption, do
    /// not count.
    mutating func answer(to request: RequestKey, in state: State) -> Answer? {
        // Taken out of the table and put back, so that its indices are not copied.
        if var same = alike.removeValue(forKey: request) {
            defer { alike[request] = same }
            if let answer = take(&same, in: state) { return answer }
        }
        guard let kind = request.kind, var together = kinds.removeValue(forKey: kind) else { return nil }
        defer { kinds[kind] = together }
        return take(&together, in: state)
    }

    private mutating func take(_ alike: inout Alike, in state: State) -> Answer? {
        let (entries, marks, isGuarded) = (entries, marks, alike.isGuarded)
        let place = alike.list.take(
            &given, connection: state.connection, connectionOf: { marks.connection(of: $0) },
            where: { place in
                let entry = entries[place]
                return (!isGuarded || entry.state.isEncrypted == state.isEncrypted) && Self.fits(entry, state.mtu)
            })
        return place.map { entries[$0].answer }
    }

    private static func asksForPairing(_ answer: Answer) -> Bool {
        guard case .reply(let bytes, _) = answer, case .errorResponse(_, _, let code)? = try? ATTPDU(decoding: bytes)
        else { return false }
        return code.asksForPairing
    }

    private static func fits(_ entry: Entry, _ mtu: UInt16) -> Bool {
        guard case .reply(let bytes, _) = entry.answer, entry.state.mtu != mtu else { return true }
        // A recorded answer that was too long even then is a defect, and is repeated unchanged.
        if bytes.count > Int(entry.state.mtu) { return true }
        let isRead =
            bytes.first == ATTOpcode.readResponse.rawValue || bytes.first == ATTOpcode.readBlobResponse.rawValue
        return bytes.count <= Int(mtu) && !(isRead && bytes.count == Int(entry.state.mtu))
    }
}

/// The identity of a phone's request: opcode, handles and values, except for those drawn at random.
struct RequestKey: Hashable, Sendable {
    private let opcode: UInt8
    /// The handle that is written, for requests that write.
    private let target: UInt16?
    private let value: WrittenValue?
    private let rest: [UInt8]

    init(_ bytes: [UInt8], ids: MessageIdentifiers = .appleSample) {
        opcode = bytes.first ?? 0
        switch try? ATTPDU(decoding: bytes) {
        case .exchangeMTURequest: (target, value, rest) = (nil, nil, [])
        case .writeRequest(let handle, let value):
            (target, self.value, rest) = (handle.rawValue, WrittenValue(value, ids: ids), [])
        case .prepareWriteRequest(let handle, let offset, _):
            (target, value, rest) = (handle.rawValue, nil, [UInt8(offset >> 8), UInt8(offset & 0xFF)])
        default: (target, value, rest) = (nil, nil, bytes)
        }
    }

    /// The handle, opcode and type of the value written, regardless of the rest; nil for a request that writes none.
    var kind: Kind? { value.map { Kind(opcode: opcode, target: target, value: $0.kind) } }

    struct Kind: Hashable, Sendable {
        fileprivate let opcode: UInt8
        fileprivate let target: UInt16?
        fileprivate let value: UInt8?
    }
}
