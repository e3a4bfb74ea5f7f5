/// By what an accessory can be asked for its firmware over its serial console.
public enum ConsoleProtocol: String, Hashable, Codable, Sendable, CaseIterable {
    /// The management protocol of MCUmgr, in lines between those of the log. Sheet gate.md, section 6.4.
    case smp
}
