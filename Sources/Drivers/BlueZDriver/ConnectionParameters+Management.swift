import Ground
import Links

extension ConnectionParameters {
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
}
