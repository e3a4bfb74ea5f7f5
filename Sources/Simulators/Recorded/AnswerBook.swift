import ATT
import Ground

/// What the recorded accessory answered to which request, in the order of its answers.
struct AnswerBook: Sendable {
    enum Answer: Hashable, Sendable {
        /// A PDU, and how long after the request it was in the phone's hand.
        case reply([UInt8], after: Span)
        /// The request with the opcode of its response, as a part of a long write is answered.
        case echo(after: Span)
        case hangUp(after: Span)
        /// None, however long the phone waited.
        case silence
    }

    /// How the link was when the request came.
    struct State: Hashable, Sendable {
        /// Counted from 1.
        let connection: Int
        let isEncrypted: Bool
        let mtu: UInt16
    }

    private struct Entry: Sendable {
        let state: State
        let answer: Answer
    }

    /// What was answered to one request, or to several of one kind.
    private struct Alike: Sendable {
        var shelf = Shelf()
        /// Whether one of the answers asks for pairing, so that encryption matters.
        var isGuarded = false
    }

    // What changes while it is read from is apart: the rest is not copied.
    private var entries: [Entry] = []
    private var alike: [RequestKey: Alike] = [:]
    private var given: Shelf.Given = []

    mutating func add(_ answer: Answer, to request: RequestKey, in state: State) {
        alike[request, default: Alike()].shelf.add(entries.count)
        if Self.asksForPairing(answer) { alike[request]?.isGuarded = true }
        entries.append(Entry(state: state, answer: answer))
        given.append(false)
    }

    /// The answer to the same request: each once, the last one again and again; nil when there was none like it.
    ///
    /// Of a write with another value the answer to one of the same kind is taken. What does not fit the ATT_MTU, or was
    /// cut off at a smaller one, and what was refused or given under another state of encryption, is none.
    mutating func answer(to request: RequestKey, in state: State) -> Answer? {
        // Out of the table and into it again: its places are not copied then.
        if var same = alike.removeValue(forKey: request) {
            defer { alike[request] = same }
            if let answer = take(&same, in: state) { return answer }
        }
        let kind = alike.filter { $0.key.isOfKind(of: request) }.values
        var together = Alike(
            shelf: Shelf(kind.flatMap(\.shelf.places).sorted()), isGuarded: kind.contains(where: \.isGuarded))
        return take(&together, in: state)
    }

    private mutating func take(_ alike: inout Alike, in state: State) -> Answer? {
        let (entries, isGuarded) = (entries, alike.isGuarded)
        let place = alike.shelf.take(
            &given, connection: state.connection, connectionOf: { entries[$0].state.connection },
            where: { place in
                (!isGuarded || entries[place].state.isEncrypted == state.isEncrypted)
                    && Self.fits(entries[place], state.mtu)
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
        // A recorded answer that was too long then is a defect, and comes again as it was.
        if bytes.count > Int(entry.state.mtu) { return true }
        let isRead =
            bytes.first == ATTOpcode.readResponse.rawValue || bytes.first == ATTOpcode.readBlobResponse.rawValue
        return bytes.count <= Int(mtu) && !(isRead && bytes.count == Int(entry.state.mtu))
    }
}

/// What makes two requests of phones the same one: opcode, handles and values, but for what is drawn by chance.
struct RequestKey: Hashable, Sendable {
    private let opcode: UInt8
    /// The handle that is written, for requests that write.
    private let target: UInt16?
    private let value: WrittenValue?
    private let rest: [UInt8]

    init(_ bytes: [UInt8]) {
        opcode = bytes.first ?? 0
        switch try? ATTPDU(decoding: bytes) {
        case .exchangeMTURequest: (target, value, rest) = (nil, nil, [])
        case .writeRequest(let handle, let value):
            (target, self.value, rest) = (handle.rawValue, WrittenValue(value), [])
        case .prepareWriteRequest(let handle, let offset, _):
            (target, value, rest) = (handle.rawValue, nil, [UInt8(offset >> 8), UInt8(offset & 0xFF)])
        default: (target, value, rest) = (nil, nil, bytes)
        }
    }

    /// Whether both write something of one kind to the same place.
    func isOfKind(of other: RequestKey) -> Bool {
        guard let value, let theirs = other.value else { return false }
        return target == other.target && opcode == other.opcode && value.kind == theirs.kind
    }
}
