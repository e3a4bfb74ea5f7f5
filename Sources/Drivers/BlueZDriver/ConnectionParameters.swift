public import Ground

/// Connection interval, latency and supervision timeout of an LE link, in the units of the specification.
public struct ConnectionParameters: Hashable, Sendable {
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

    /// The parameters as the management's list of type, length, value: types 0x17 to 0x1A.
    var defaultConfiguration: [UInt8] {
        var bytes: [UInt8] = []
        for (type, value) in zip(UInt16(0x17)..., [minimumInterval, maximumInterval, latency, supervisionTimeout]) {
            bytes.append(little: type)
            bytes.append(2)
            bytes.append(little: value)
        }
        return bytes
    }

    /// Where a request for these parameters goes against Apple's rules for accessories: an iPhone would refuse it.
    ///
    /// The limits are the looser of two public editions (facts/bluez.md, 4.6; quoted there, not checked).
    public var refusedByPhone: [Finding] {
        let fifteen = 12  // 15 ms in units of 1.25 ms
        let (low, high) = (Int(minimumInterval), Int(maximumInterval))
        let effective = Span.microseconds(1250 * high * (Int(latency) + 1))
        let timeout = Span.milliseconds(10 * Int(supervisionTimeout))
        var findings: [Finding] = []
        func require(_ holds: Bool, _ rule: String) {
            if !holds { findings.append(Finding(.fault, "connection parameters \(self): \(rule)")) }
        }
        require(latency <= 30, "the latency must be at most 30")
        require(timeout >= .seconds(2) && timeout <= .seconds(18), "the supervision timeout must be 2 s to 18 s")
        require(low >= fifteen && low % fifteen == 0, "the least interval must be a multiple of 15 ms")
        require(
            high >= low + fifteen || (low == fifteen && high == fifteen),
            "the greatest interval must be 15 ms more than the least, or both 15 ms")
        require(effective <= .seconds(6), "interval times latency + 1 must be at most 6 s")
        require(timeout > effective * 3, "the supervision timeout must be more than 3 times interval times latency + 1")
        return findings
    }
}

extension ConnectionParameters: CustomStringConvertible {
    public var description: String {
        let low = Span.microseconds(1250 * Int(minimumInterval))
        let high = Span.microseconds(1250 * Int(maximumInterval))
        return "\(low) to \(high), latency \(latency), timeout \(Span.milliseconds(10 * Int(supervisionTimeout)))"
    }
}
