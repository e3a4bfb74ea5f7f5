import Ground
import Links

/// The NFC reader of a simulated bench: one tag in the field at most, and one selected.
extension SimulatedLinks {
    private static let readerDelay = Span.milliseconds(4)
    private static let readerOpening = Span.milliseconds(60)

    func answer(_ request: ReaderRequest) {
        switch request {
        case .open: answer(.opened("a simulated reader"), after: Self.readerOpening)
        case .poll:
            select()
            answer(present.map { .tagFound($0.identity) } ?? .noTag, after: Self.readerDelay)
        case .exchange(let command, let limit):
            if let response = selected?.tag.receive(command) {
                answer(.response(response), after: Self.readerDelay)
            } else {
                answer(.exchangeFailed("the tag did not answer within \(limit)"), after: limit)
            }
        case .checkPresence:
            answer(present == nil ? .tagAbsent : .tagPresent, after: Self.readerDelay)
        case .close: break
        }
    }

    /// Selects the tag in the field anew; one that stayed there keeps what it remembers.
    private func select() {
        if selected == nil, let name = surroundings.tagInField, let tag = surroundings.tag(name) {
            selected = (name, tag)
        }
        selected?.tag.receiveActivation()
    }

    /// The selected tag, unless it tore itself away.
    private var present: SimulatedTag? { selected.flatMap { $0.tag.isTornAway ? nil : $0.tag } }

    private func answer(_ event: ReaderEvent, after delay: Span) {
        agenda.add(.inbound(.reader(event)), at: now + delay)
    }
}
