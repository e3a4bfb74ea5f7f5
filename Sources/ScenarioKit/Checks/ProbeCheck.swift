import Ground

extension ShareableSetup {
    /// The reason the probe proves nothing, without a full stop; nil if there is no probe or it does prove something.
    ///
    /// The value a probe gives the kit must differ from the true one, or a healthy accessory would still be measured.
    var faultOfProbe: String? {
        switch probe {
        case nil, .swappedAccessoryAddress, .previousAccessoryAddress, .sameRole: nil
        case .swappedSessionID: same(sessionID, sessionID?.byteSwapped, "session id")
        case .swappedPhoneAddress: same(address, address?.byteSwapped, "address")
        case .reversedVector: same(vector, vector.map { $0.reversed() }, "vector")
        case .shortSessionID(let bytes): fault(ofBytes: bytes)
        case .interval(let span):
            span <= .zero ? "a probe at an interval of \(span) hears nothing" : same(interval, span, "interval")
        case .slotDuration(let rstu):
            rstu == 0
                ? "a probe with slots of zero length hears nothing" : same(slotDurationRSTU, rstu, "slot duration")
        }
    }

    private func fault(ofBytes bytes: Int) -> String? {
        guard (1...3).contains(bytes) else { return "a session id has four bytes: a probe takes one to three of them" }
        guard let sessionID else { return nil }
        return same(sessionID, sessionID & (UInt32(1) << (8 * bytes) - 1), "session id")
    }

    private func same<Value: Equatable>(_ truth: Value?, _ probed: Value?, _ what: String) -> String? {
        guard let truth, truth == probed else { return nil }
        return "the probe gives the kit the true \(what), so it proves nothing: choose another"
    }
}
