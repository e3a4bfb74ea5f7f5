public import Ground

/// Connection interval, latency and supervision timeout of an LE link, in the units of the specification.
public struct ConnectionParameters: Hashable, Codable, Sendable {
    /// In 1.25 ms.
    public let minimumInterval: UInt16
    /// In 1.25 ms.
    public let maximumInterval: UInt16
    /// Connection events that the accessory may leave out.
    public let latency: UInt16
    /// In 10 ms.
    public let supervisionTimeout: UInt16

    public init(minimumInterval: UInt16, maximumInterval: UInt16, latency: UInt16, supervisionTimeout: UInt16) {
        self.minimumInterval = minimumInterval
        self.maximumInterval = maximumInterval
        self.latency = latency
        self.supervisionTimeout = supervisionTimeout
    }

    /// What an iPhone begins with according to public traces: 30 ms, no latency, 720 ms (facts/bluez.md, 4.6).
    public static let iPhone = ConnectionParameters(
        minimumInterval: 24, maximumInterval: 24, latency: 0, supervisionTimeout: 72)

    public var leastInterval: Span { .microseconds(1250 * Int(minimumInterval)) }
    public var greatestInterval: Span { .microseconds(1250 * Int(maximumInterval)) }
    public var timeout: Span { .milliseconds(10 * Int(supervisionTimeout)) }
}

extension ConnectionParameters: CustomStringConvertible {
    public var description: String { "\(leastInterval) to \(greatestInterval), latency \(latency), timeout \(timeout)" }
}
