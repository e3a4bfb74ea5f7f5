/// What is done to an accessory's power.
public enum PowerAct: String, Hashable, Codable, Sendable, CaseIterable {
    /// Off and on again: what it keeps in memory is lost, what it keeps in flash stays.
    case cycle
    /// As it left the factory: keys and calibration in flash are lost as well.
    case factoryReset
}
