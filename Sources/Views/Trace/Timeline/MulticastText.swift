import Ground
import Recordings
import Traces

extension CapturedPacket {
    /// The queries and answers of a multicast DNS packet, by name; nil for another packet, or a truncated one.
    var multicastText: String? {
        guard let packet = try? UDPPacket(decoding: bytes),
            packet.sourcePort == 5_353 || packet.destinationPort == 5_353
        else { return nil }
        let source = Self.address(packet.source)
        do throws(Malformed) {
            let message = try DNSMessage(decoding: packet.payload)
            return "mDNS of \(source): \(message.words)"
        } catch {
            return "mDNS of \(source): malformed, \(error), \(packet.payload.shown())".escapedForDisplay
        }
    }

    /// Returns an address in the usual notation, but without shortening IPv6 addresses.
    fileprivate static func address(_ bytes: [UInt8]) -> String {
        guard bytes.count == 16 else { return bytes.map { "\($0)" }.joined(separator: ".") }
        let groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        return groups.map { String($0, radix: 16) }.joined(separator: ":")
    }
}

extension DNSMessage {
    /// The number of entries of a kind that are named; any more are only counted.
    private static let mostNamed = 12

    /// The message in one line, safe to print.
    fileprivate var words: String {
        let asked = questions.map { "\(DNSMessage.name(ofType: $0.type)) \($0.name.words)" }
        let told = records.map(\.words)
        let parts = [("asks for", asked), (isResponse ? "tells" : "knows", told)].filter { !$0.1.isEmpty }
        guard !parts.isEmpty else { return isResponse ? "an empty answer" : "an empty question" }
        return parts.map { "\($0.0) \(Self.list($0.1))" }.joined(separator: "; ")
    }

    private static func list(_ items: [String]) -> String {
        let rest = items.count - mostNamed
        return items.prefix(mostNamed).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }
}

extension DNSMessage.Name {
    /// The name in dotted notation; a dot inside a label is escaped.
    fileprivate var words: String {
        labels.map { label in
            String(decoding: label, as: UTF8.self).escapedForDisplay.replacing(".", with: "\\.")
        }.joined(separator: ".")
    }
}

extension DNSMessage.Record {
    fileprivate var words: String {
        let head = "\(DNSMessage.name(ofType: type)) \(name.words)"
        let end = lifetime == 0 ? " (goodbye)" : ""
        return switch data {
        case .pointer(let target): "\(head) = \(target.words)\(end)"
        case .service(let port, let host): "\(head) = \(host.words):\(port)\(end)"
        case .text(let strings): "\(head) = \(strings.map(Self.shown).joined(separator: " "))\(end)"
        case .address(let bytes): "\(head) = \(CapturedPacket.address(bytes))\(end)"
        case .other(let bytes): "\(head), \(counted(bytes.count, "byte"))\(end)"
        }
    }
    private static func shown(_ text: [UInt8]) -> String { String(decoding: text, as: UTF8.self).escapedForDisplay }
}
