import GATT
import Ground
import Journal
import Links
import Vocabulary

/// The times that accessories take for the responses to ATT requests, of which one at a time is unanswered on a link
/// (Core Specification, volume 3, part F, section 3.3.2).
struct ResponseTimes: Sendable {
    private struct Entry: Sendable {
        let name: AccessoryName
        /// The instant of the unanswered request; nil if there is none.
        var asked: Instant?
        var spans = ErrorSum()
    }

    private var entries: [Entry] = []

    mutating func note(_ outbound: Outbound, at instant: Instant) {
        guard case .bluetooth(let name, let request) = outbound else { return }
        switch request {
        case .frame(let bytes):
            guard let opcode = bytes.first, ATTOpcode(rawValue: opcode).kind == .request else { return }
            change(name) { $0.asked = instant }
        case .connect, .disconnect: change(name) { $0.asked = nil }
        case .find, .pair, .forget: break
        }
    }

    mutating func note(_ arrival: Arrival) {
        guard case .bluetooth(let name, .frame(let bytes)) = arrival.inbound, let opcode = bytes.first,
            ATTOpcode(rawValue: opcode).kind == .response
        else { return }
        change(name) { entry in
            guard let asked = entry.asked else { return }
            entry.asked = nil
            entry.spans.add((arrival.instant - asked).nanoseconds)
        }
    }

    /// The mean of each accessory's times, with their number.
    var measured: [Measured] {
        entries.compactMap { entry in
            entry.spans.mean.map { mean in
                Measured(
                    "response", of: "\(entry.name)", .span(Lapse(nanoseconds: Int64(mean.rounded()))),
                    times: entry.spans.count)
            }
        }
    }

    private mutating func change(_ name: AccessoryName, _ body: (inout Entry) -> Void) {
        if let place = entries.firstIndex(where: { $0.name == name }) { return body(&entries[place]) }
        var entry = Entry(name: name)
        body(&entry)
        entries.append(entry)
    }
}
