import Links
import ScenarioKit

/// What the scenario made the reader suffer, and what has not come to it yet: it excuses what it causes, and no more.
///
/// A trouble with a block may befall the request that was under way when the block ended. What was asked after that and
/// answered shows that it is over. A momentary one waits for the exchange that it befalls, however long that takes.
struct MadeTroubles: Sendable {
    private struct Pending: Sendable {
        let trouble: ReaderTrouble
        /// Whether the request that is under way was asked after it.
        var isAsked = false
    }

    private var pending: [Pending] = []
    private var underWay: ReaderRequest?

    /// A momentary trouble was made, or the block of another one ended.
    mutating func note(_ trouble: ReaderTrouble) {
        if trouble.losesReader { pending.append(Pending(trouble: trouble)) }
    }

    mutating func note(_ request: ReaderRequest) {
        underWay = request
        for index in pending.indices { pending[index].isAsked = true }
    }

    /// The reader answered; a loss is not for here.
    mutating func note(_ answer: ReaderEvent) {
        if case .lost = answer { return }
        pending.removeAll { $0.isAsked && ($0.trouble != .aborts || underWay?.isExchange == true) }
        underWay = nil
    }

    /// The reader is lost; returns whether one of the troubles did it, which is then spent.
    mutating func takeLoss() -> Bool {
        defer { underWay = nil }
        guard let index = pending.firstIndex(where: mayLoseReader) else { return false }
        pending.remove(at: index)
        return true
    }

    /// The reader is back: what lasted is over.
    mutating func noteReturn() { pending.removeAll { $0.trouble != .aborts } }

    private func mayLoseReader(_ made: Pending) -> Bool { made.trouble != .aborts || underWay?.asksTag == true }
}

extension ReaderTrouble {
    /// Whether a reader that is open is lost over it.
    var losesReader: Bool {
        switch self {
        case .unplugged, .aborts, .silent, .garbles, .refuses: true
        case .forgetsItself, .overheats: false
        }
    }
}

extension ReaderRequest {
    fileprivate var isExchange: Bool { if case .exchange = self { true } else { false } }

    /// Whether a tag is asked; looking for one is another command of the chip.
    fileprivate var asksTag: Bool {
        switch self {
        case .exchange, .checkPresence: true
        case .open, .poll, .close: false
        }
    }
}
