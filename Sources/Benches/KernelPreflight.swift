import Links
import VirtualMachine

/// What is known about the running kernel's Bluetooth, before a bench relies on it.
enum KernelPreflight {
    /// A warning where nobody tried the kernel; throws where it is known to be broken.
    static func check(_ kernel: KernelVersion = .running) throws(RigFault) -> String? {
        switch kernel.standing {
        case .known: nil
        case .unknown(let warning): warning
        case .refused(let reason):
            throw RigFault(
                "the running kernel \(kernel.release) is refused: \(reason)",
                remedy: "Start this machine with another kernel, or use the virtual rig without --no-vm")
        }
    }
}
