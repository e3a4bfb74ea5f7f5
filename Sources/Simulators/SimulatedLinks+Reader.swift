import Ground
import Links

/// The NFC reader of a simulated bench.
extension SimulatedLinks {
    func ask(_ request: ReaderRequest) {
        // What was to be answered still is lost with the reader.
        if request == .close {
            agenda.removeAll { if case .inbound(let inbound) = $0 { inbound.link == .reader } else { false } }
        }
        if let (answer, delay) = reader.receive(request) { agenda.add(.inbound(answer), at: now + delay) }
        for name in reader.takeTorn() { agenda.add(.inbound(.stage(.removed(name))), at: now) }
    }
}
