/// A protocol for querying an accessory's firmware over its serial console.
public enum ConsoleProtocol: String, Hashable, Codable, Sendable, CaseIterable {
    /// MCUmgr's management protocol, in lines between those of the log. gate.md, section 6.4.
    case smp
}
