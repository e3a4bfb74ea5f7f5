import ATT
import Ground
import Links
import NearbyInteraction

/// The value that the phone reads now, both as it was recorded and as it is: a long one comes in parts.
struct ValueRead: Sendable {
    var recorded: [UInt8] = []
    var live: [UInt8] = []
}

extension FieldMap {
    /// Compares what happens on a Bluetooth link; texts of a kernel are not compared.
    mutating func contrast(
        _ name: AccessoryName, _ recorded: BluetoothEvent, _ live: BluetoothEvent, reading: inout ValueRead
    ) -> ArrivalComparison {
        switch (recorded, live) {
        case (.frame(let then), .frame(let now)): return contrast(name, frame: then, now, &reading)
        case (.discovered(let then), .discovered(let now)):
            // A name may come with a scan response that is missed, or seen a moment later.
            guard then.name == now.name || then.name == nil || now.name == nil, then.services == now.services else {
                return .differs(nil)
            }
            return contrast(name, then.address, now.address)
        case (.connected(let then), .connected(let now)): return contrast(name, then, now)
        case (.connectFailed, .connectFailed), (.pairingBegan, .pairingBegan), (.pairingFailed, .pairingFailed),
            (.disconnected(.other), .disconnected(.other)):
            return .same
        case (.encrypted(let then), .encrypted(let now)): return then == now ? .same : .differs(nil)
        case (.connectionParametersRequested(let then), .connectionParametersRequested(let now)):
            return then == now ? .same : .differs(nil)
        case (.disconnected(let then), .disconnected(let now)): return then == now ? .same : .differs(nil)
        default: return .otherKind
        }
    }

    private mutating func contrast(
        _ name: AccessoryName, _ then: BluetoothAddress, _ now: BluetoothAddress
    ) -> ArrivalComparison {
        ArrivalComparison(
            match(.bluetoothAddress(name), recorded: Array("\(then)".utf8), live: Array("\(now)".utf8)))
    }

    private mutating func contrast(
        _ name: AccessoryName, frame then: [UInt8], _ now: [UInt8], _ reading: inout ValueRead
    ) -> ArrivalComparison {
        guard then.first == now.first else { return .otherKind }
        switch then.first {
        case ATTOpcode.readResponse.rawValue:
            reading = ValueRead(recorded: Array(then.dropFirst()), live: Array(now.dropFirst()))
            return contrast(name, value: reading.recorded, reading.live, configurationAt: 0)
        case ATTOpcode.readBlobResponse.rawValue:
            guard reading.recorded.count + then.count <= Self.longestValue else { break }
            reading.recorded += then.dropFirst()
            reading.live += now.dropFirst()
            return contrast(name, value: reading.recorded, reading.live, configurationAt: 0)
        case ATTOpcode.notification.rawValue, ATTOpcode.indication.rawValue:
            guard then.count >= 4, now.count >= 4, then[1..<4] == now[1..<4] else { return .differs(nil) }
            return contrast(name, value: Array(then[3...]), Array(now[3...]), configurationAt: 1)
        default: break
        }
        return then == now ? .same : .differs(nil)
    }

    /// The longest value that an attribute can have (Core Specification, volume 3, part F, section 3.2.9).
    private static let longestValue = 512
    /// Where the short MAC address is in the accessory configuration data, the same in every version
    /// (Nearby Interaction fact sheet 3.1).
    private static let addressOffset = 33

    /// Where the address is in a value that is a configuration from `start` on; nowhere in any other.
    static func randomPart(of value: [UInt8], configurationAt start: Int) -> Range<Int> {
        let place = start + addressOffset
        guard value.count >= place + 2, (try? AccessoryConfigurationData(decoding: Array(value[start...]))) != nil
        else {
            return 0..<0
        }
        return place..<place + 2
    }

    /// Compares two values that may be a configuration, which begins at `start`: in it the address is random.
    mutating func contrast(
        _ name: AccessoryName, value then: [UInt8], _ now: [UInt8], configurationAt start: Int
    ) -> ArrivalComparison {
        let place = start + Self.addressOffset
        guard then.count == now.count, then.count >= place + 2,
            let configuration = try? AccessoryConfigurationData(decoding: Array(then[start...])),
            configuration.protocolMajor == 1
        else { return then == now ? .same : .differs(nil) }
        var masked = now
        masked.replaceSubrange(place..<place + 2, with: then[place..<place + 2])
        guard masked == then else { return .differs(nil) }
        return ArrivalComparison(
            match(
                .rangingAddress(name), recorded: Array(then[place..<place + 2]), live: Array(now[place..<place + 2])))
    }
}
