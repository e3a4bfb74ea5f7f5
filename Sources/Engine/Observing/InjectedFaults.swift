import Links
import ScenarioKit

/// Reader failures that the scenario caused and that have not taken effect yet. They excuse only their own effects.
///
/// A failure with a block may still hit the request that was outstanding when the block ended. An answer to a later
/// request shows that the failure is over. A momentary failure waits for the exchange it will hit, however long that
/// takes.
struct InjectedFaults: Sendable {
    private struct Pending: Sendable {
        let trouble: ReaderFailure
        /// Whether a request was sent since the failure was caused.
        var isAsked = false
    }

    private var pending: [Pending] = []
    private var underWay: ReaderRequest?

    /// Records a momentary failure, or the end of another one's block.
    mutating func note(_ trouble: ReaderFailure) {
        if trouble.losesReader { pending.append(Pending(trouble: trouble)) }
    }

    mutating func note(_ request: ReaderRequest) {
        underWay = request
        for index in pending.indices { pending[index].isAsked = true }
    }

    /// Records an answer of the reader; a loss is handled by `takeLoss()`.
    mutating func note(_ answer: ReaderEvent) {
        if case .lost = answer { return }
        pending.removeAll { $0.isAsked && ($0.trouble != .aborts || underWay?.isExchange == true) }
        underWay = nil
    }

    /// Handles the loss of the reader; returns whether one of the pending failures explains it, and consumes that one.
    mutating func takeLoss() -> Bool {
        defer { underWay = nil }
        guard let index = pending.firstIndex(where: mayLoseReader) else { return false }
        pending.remove(at: index)
        return true
    }

    /// Records the reader's return, which ends every lasting failure.
    mutating func noteReturn() { pending.removeAll { $0.trouble != .aborts } }

    private func mayLoseReader(_ made: Pending) -> Bool { made.trouble != .aborts || underWay?.asksTag == true }
}

extension ReaderFailure {
    /// Whether an open reader is lost because of this failure.
    var losesReader: Bool {
        switch self {
        case .unplugged, .aborts, .silent, .garbles, .refuses: true
        case .forgetsItself, .overheats: false
        }
    }
}

extension ReaderRequest {
    fileprivate var isExchange: Bool { if case .exchange = self { true } else { false } }

    /// Whether the request addresses a tag; polling for one is a different command of the chip.
    fileprivate var asksTag: Bool {
        switch self {
        case .exchange, .checkPresence: true
        case .open, .poll, .close: false
        }
    }
}
