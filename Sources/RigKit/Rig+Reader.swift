extension Rig {
    /// Whether the tag reader is simulated, and can be made to misbehave.
    public var hasSimulatedReader: Bool { nfc == .simulated }

    /// Whether somebody can pull the tag reader's cable: a simulator, or the person who holds the tags.
    public var hasReaderCable: Bool {
        switch nfc {
        case .simulated: true
        case .libnfc: tags.contains { $0.port == .hand }
        case .none: false
        }
    }
}
