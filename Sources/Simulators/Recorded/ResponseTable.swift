import ATT
import Ground
import NearbyInteraction

/// The recorded accessory's answers by request, in the order of the answers.
struct ResponseTable: Sendable {
    enum Answer: Hashable, Sendable {
        /// A PDU, with the time from the request to its arrival at the phone.
        case reply([UInt8], after: Span)
        /// The request with the opcode of its response, which is the answer to a part of a long write.
        case echo(after: Span)
        case hangUp(after: Span)
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
        var list: PlaceList
        /// Whether one of the answers asks for pairing, so that encryption matters.
        var isGuarded = false
    }

    private let storage: (any ByteStorage)?
    private var entries: StoredList<Entry>
    private var marks = ConnectionMarks()
    private var alike: [RequestKey: Alike] = [:]
    private var kinds: [RequestKey.Kind: Alike] = [:]
    private var given = PlaceList.Given()

    /// Creates a table whose answers are kept in a storage, or in memory without one.
    ///
    /// Memory holds an entry for each different request, and little more than a byte for each answer.
    init(storedIn storage: (any ByteStorage)?) {
        self.storage = storage
        entries = StoredList(storedIn: storage)
    }

    /// The number of answers in memory.
    var inMemory: Int { entries.inMemory }

    mutating func add(_ answer: Answer, to request: RequestKey, in state: State) {
        let place = entries.count
        let new = Alike(list: PlaceList(storedIn: storage))
        let isGuarded = Self.asksForPairing(answer)
        func note(_ alike: inout Alike) {
            alike.list.add(place)
            if isGuarded { alike.isGuarded = true }
        }
        note(&alike[request, default: new])
        if let kind = request.kind { note(&kinds[kind, default: new]) }
        marks.note(state.connection, at: place)
        entries.append(Entry(state: state, answer: answer))
    }

    /// Returns the median delay of replies, at most `limit`; zero without any.
    ///
    /// The first pass counts them per microsecond, and a second one those of the median's microsecond: they need not
    /// be in memory.
    func medianDelay(upTo limit: Span) -> Span {
        let delays = entries.lazy.compactMap { entry -> Int? in
            switch entry.answer {
            case .reply(_, let delay), .echo(let delay): Int(min(max(delay, .zero), limit).nanoseconds)
            case .hangUp, .silence: nil
            }
        }
        var micros = [Int](repeating: 0, count: Int(limit.nanoseconds) / 1000 + 1)
        var rank = 0
        for delay in delays {
            micros[delay / 1000] += 1
            rank += 1
        }
        guard rank > 0 else { return .zero }
        rank /= 2
        let micro = micros.firstIndex { count in
            if rank < count { return true }
            rank -= count
            return false
        }
        guard let micro else { return .zero }
        var nanos = [Int](repeating: 0, count: 1000)
        for delay in delays where delay / 1000 == micro { nanos[delay % 1000] += 1 }
        let nano = nanos.firstIndex { count in
            if rank < count { return true }
            rank -= count
            return false
        }
        return .nanoseconds(Int64(micro * 1000 + (nano ?? 0)))
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
        var entries = entries
        defer { self.entries = entries }
        let (marks, isGuarded) = (marks, alike.isGuarded)
        let place = alike.list.take(
            &given, connection: state.connection, connectionOf: { marks.connection(of: $0) },
            where: { place in
                guard let entry = entries.element(at: place) else { return false }
                return (!isGuarded || entry.state.isEncrypted == state.isEncrypted) && Self.fits(entry, state.mtu)
            })
        return place.flatMap { entries.element(at: $0)?.answer }
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
