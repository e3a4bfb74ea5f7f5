import Ground
import Phone
import ScenarioKit

extension PhoneTampering {
    /// What a scenario says is done to a message.
    init(_ tampering: ScenarioKit.Tampering) {
        self =
            switch tampering {
            case .withhold: .withhold
            case .delay(let span): .delay(by: span)
            case .repeat(let count): .repeat(times: count)
            case .cut(let length): .cut(to: length)
            case .corrupt(let byte, let mask): .corrupt(byte: byte, xor: mask)
            }
    }
}
