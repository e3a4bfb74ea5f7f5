/// What the two sides of a link did last.
public enum LastAct: Hashable, Sendable {
    case unconnected
    case settingUp
    case open
    case sent(MessageKind)
    case ranging
    case stopped
}
