/// Whose firmware a simulated accessory behaves like: each is healthy, and they differ where the vendors do.
///
/// The differences are those of the fact sheet (nearby-interaction.md, sections 1.1, 1.4, 2.4 and 3.4), as far as a
/// phone can live with them.
public enum AccessoryVariant: String, Codable, Hashable, Sendable, CaseIterable {
    /// Qorvo's QANI from 3.0 on: its own service, and a session that initialize ends.
    case qorvo
    /// NXP's demo: Nordic UART, a UWB chip that boots with the connection, a session that initialize leaves alone.
    case nxp
    /// What most hobby and shield firmwares are: Apple's sample protocol on Nordic UART.
    case appleSample
}
