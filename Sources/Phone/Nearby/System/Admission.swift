/// The system's word on a session that an app wants to run.
public enum Admission: Hashable, Sendable {
    case granted
    /// The person is being asked; the word comes later.
    case asking
    case refused(NIErrorCode)
}
