internal import CLinux

/// How soon the kernel lets a thread run, compared with everything else on the machine.
///
/// A rig measures how fast an accessory is and answers as fast as a phone: neither may wait for other programs. Where
/// the user may not ask for that, threads stay ordinary, and the rig works all the same.
public enum Urgency: Sendable {
    /// Like any other program: simulated devices, and what serves people.
    case ordinary
    /// Takes what a device says.
    case device
    /// Decides and answers: before the devices, so that an answer is out before the next frame is taken.
    case decision

    private var priority: Int32? {
        switch self {
        case .ordinary: nil
        case .device: 10
        case .decision: 20
        }
    }

    /// Applies to the calling thread; false when the user may not ask for it.
    @discardableResult public func apply() -> Bool {
        guard let priority else {
            trammel_calm_thread()
            return true
        }
        return trammel_hurry_thread(priority) == 0
    }
}
