import Ground
public import NearbyInteraction

// Differences between a phone's writes and the recorded ones.
extension Sentence {
    public static func wrote(_ now: Sentence, insteadOf then: Sentence) -> Sentence {
        Sentence("the phone wrote \(now), but wrote \(then) in the recording")
    }
    public static func wroteBesides(_ now: Sentence) -> Sentence {
        Sentence("the phone wrote \(now), but wrote nothing more in the recording")
    }
    public static func didNotWrite(_ then: Sentence) -> Sentence {
        Sentence("the phone did not write \(then), which it wrote in the recording")
    }
    /// The frame of a message, 0 for none.
    public static func message(_ number: Int) -> Sentence {
        Sentence(number > 0 ? "frame \(number)" : "before the first message")
    }
    public func with(_ byte: UInt8, at place: Int, not other: UInt8) -> Sentence {
        Sentence("\(self) with \(byte.hexadecimal) at byte \(place), not \(other.hexadecimal)")
    }

    /// A message of the phone by its meaning and length.
    public static func written(_ value: [UInt8], _ ids: MessageIdentifiers) -> Sentence {
        let count = counted(value.count, "byte")
        let long = value.count > 1 ? " in \(count)" : ""
        return switch try? PhoneMessage(decoding: value, using: ids) {
        case .initialize: Sentence("initialize" + long)
        case .configureAndStart: Sentence("configureAndStart in \(count)")
        case .stop: Sentence("stop" + long)
        case .getDeviceStructure: Sentence("getDeviceStructure")
        case .setDeviceStructure: Sentence("setDeviceStructure in \(count)")
        case .other(let id, _): Sentence("message \(id.hexadecimal) in \(count)")
        case nil: Sentence(value.isEmpty ? "an empty message" : "malformed \(value.hex)")
        }
    }
}
