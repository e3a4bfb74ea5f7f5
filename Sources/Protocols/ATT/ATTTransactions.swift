import Ground

/// The requests (or the indications) of one direction: one outstanding, the others waiting in order.
struct ATTTransactions: Sendable {
    private var current: (pdu: ATTPDU, deadline: Instant)?
    private var waiting: [ATTPDU] = []

    var outstanding: ATTPDU? { current?.pdu }
    var deadline: Instant? { current?.deadline }

    /// Takes a PDU; false when the queue is full.
    mutating func enqueue(_ pdu: ATTPDU) -> Bool {
        guard waiting.count < ATTBearer.queueLimit else { return false }
        waiting.append(pdu)
        return true
    }

    /// The PDU to send now, if none is outstanding and one waits.
    mutating func next(at now: Instant) -> ATTPDU? {
        guard current == nil, !waiting.isEmpty else { return nil }
        let pdu = waiting.removeFirst()
        current = (pdu, now + ATTBearer.transactionTimeout)
        return pdu
    }

    /// Ends the outstanding one.
    mutating func finish() { current = nil }

    mutating func clear() {
        current = nil
        waiting = []
    }
}
