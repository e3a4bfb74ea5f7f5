import GATT
import Ground
import Links
import NearbyInteraction

/// A value that the phone is reading, as recorded and live; a long one arrives in parts.
struct ValueRead: Sendable {
    var recorded: [UInt8] = []
    var live: [UInt8] = []
}

extension FieldMap {
    /// Compares two events on a Bluetooth link; a kernel's texts are not compared.
    mutating func contrast(
        _ name: AccessoryName, _ recorded: BluetoothEvent, _ live: BluetoothEvent
    ) -> ArrivalComparison {
        switch (recorded, live) {
        case (.frame(let then), .frame(let now)): return contrast(name, frame: then, now)
        case (.discovered(let then), .discovered(let now)):
            // A name may come in a scan response that is missed or seen a moment later.
            guard then.name == now.name || then.name == nil || now.name == nil, then.services == now.services else {
                return .differs(nil)
            }
            return contrast(name, then.address, now.address)
        case (.connected(let then), .connected(let now)): return contrast(name, then, now)
        case (.connectFailed, .connectFailed), (.pairingBegan, .pairingBegan), (.pairingFailed, .pairingFailed),
            (.disconnected(.other), .disconnected(.other)):
            return .same
        case (.encrypted(let then), .encrypted(let now)):
            return then == now || isOfCapture ? .same : .differs(nil)
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
        _ name: AccessoryName, frame then: [UInt8], _ now: [UInt8]
    ) -> ArrivalComparison {
        guard then.first == now.first else { return .otherKind }
        switch then.first {
        case ATTOpcode.readResponse.rawValue:
            let value = ValueRead(recorded: Array(then.dropFirst()), live: Array(now.dropFirst()))
            values[name] = value
            return contrast(name, value: value.recorded, value.live, configurationAt: 0)
        case ATTOpcode.readBlobResponse.rawValue:
            var value = values[name] ?? ValueRead()
            guard value.recorded.count + then.count <= Self.longestValue else { break }
            value.recorded += then.dropFirst()
            value.live += now.dropFirst()
            values[name] = value
            return contrast(name, value: value.recorded, value.live, configurationAt: 0)
        case ATTOpcode.notification.rawValue, ATTOpcode.indication.rawValue:
            guard then.count >= 4, now.count >= 4, then[1..<4] == now[1..<4] else { return .differs(nil) }
            return contrast(name, value: Array(then[3...]), Array(now[3...]), configurationAt: 1)
        default: break
        }
        return then == now ? .same : .differs(nil)
    }

    /// The maximum length of an attribute value (Core Specification, volume 3, part F, section 3.2.9).
    private static let longestValue = 512
    /// The offset of the short MAC address in the accessory configuration data, the same in every version
    /// (nearby-interaction.md 3.1).
    private static let addressOffset = 33

    /// The range of the address in a value that holds a configuration from `start` on; empty for any other value.
    static func randomPart(of value: [UInt8], configurationAt start: Int) -> Range<Int> {
        let place = start + addressOffset
        guard value.count >= place + 2, (try? AccessoryConfigurationData(decoding: Array(value[start...]))) != nil
        else {
            return 0..<0
        }
        return place..<place + 2
    }

    /// Compares two values that may hold a configuration beginning at `start`, whose address is random.
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
