/// The last activity of the two sides of a link.
public enum LastAct: Hashable, Sendable {
    case unconnected
    case settingUp
    case open
    case sent(MessageKind)
    case ranging
    case stopped
}
