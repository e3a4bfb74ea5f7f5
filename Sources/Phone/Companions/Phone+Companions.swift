public import Ground
public import Vocabulary

extension Phone {
    /// Performs an act with a companion.
    public mutating func perform(
        _ act: CompanionAct, with name: CompanionName, at now: Instant
    ) -> [PhoneEffect] {
        companionDevices.perform(act, with: name, at: now)
    }
}
