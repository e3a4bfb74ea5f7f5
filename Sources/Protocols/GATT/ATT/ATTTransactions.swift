import Ground

/// The requests, or the indications, in one direction: one outstanding and the others queued in order.
struct ATTTransactions: Sendable {
    private var current: (pdu: ATTPDU, deadline: Instant)?
    private var waiting: [ATTPDU] = []

    var outstanding: ATTPDU? { current?.pdu }
    var deadline: Instant? { current?.deadline }

    /// Appends a PDU to the queue; returns false if it is full.
    mutating func enqueue(_ pdu: ATTPDU) -> Bool {
        guard waiting.count < ATTBearer.queueLimit else { return false }
        waiting.append(pdu)
        return true
    }

    /// Returns the PDU to send now if none is outstanding.
    mutating func next(at now: Instant) -> ATTPDU? {
        guard current == nil, !waiting.isEmpty else { return nil }
        let pdu = waiting.removeFirst()
        current = (pdu, now + ATTBearer.transactionTimeout)
        return pdu
    }

    /// Ends the outstanding transaction.
    mutating func finish() { current = nil }

    mutating func clear() {
        current = nil
        waiting = []
    }
}
