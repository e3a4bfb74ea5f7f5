import Glibc
import Ground
public import Links
import OperatingSystem

/// The reason for a link's end, from the socket's error number and the management's reason combined (facts/bluez.md,
/// 1.6).
public enum LinkLoss {
    /// Returns the reason for the end of an established link; `code` is the value of SO_ERROR, 0 or ENOTCONN if there
    /// was none.
    ///
    /// With a stored key, an HCI reason outside the kernel's table is most likely the key's: 0x3D, MIC failure.
    public static func reason(code: Int32, management: UInt8?, holdsKey: Bool = false) -> DisconnectReason {
        switch (code, management.map { DisconnectCause(rawValue: $0) }) {
        case (ECONNRESET, _), (_, .remote): .remote
        case (ETIMEDOUT, _), (_, .timeout): .supervisionTimeout
        case (EACCES, _), (EBADE, _), (_, .authentication): .authentication
        case (ECONNABORTED, _), (_, .local): .local
        case (_, .suspend): .other(text: "ended because the host went to sleep")
        case (0, _), (ENOTCONN, _): .other(text: "the kernel gave no reason")
        case (ENOSYS, _) where holdsKey:
            .other(
                text: "a reason that the kernel does not tell: with a stored key most likely 0x3D (MIC failure), "
                    + "and the key no longer fits")
        case (ENOSYS, _):
            .other(
                text: "an HCI reason outside the kernel's table, for example 0x3D (MIC failure: wrong key) "
                    + "or 0x22 (link layer response timeout)")
        default: .other(text: "\(errorText(code)) (errno \(code), HCI \(codes(of: code)))")
        }
    }

    /// Returns the HCI error codes that the kernel maps to an error number, such as `0x13 0x14 0x15`; all others
    /// become ENOSYS.
    public static func hciCodes(for code: Int32) -> [UInt8] {
        switch code {
        case EBADRQC: [0x01]
        case ENOTCONN: [0x02]
        case EIO: [0x03]
        case EHOSTDOWN: [0x04, 0x3C]
        case EACCES: [0x05, 0x18]
        case EBADE: [0x06]
        case ENOMEM: [0x07]
        case ETIMEDOUT: [0x08, 0x10]
        case EMLINK: [0x09, 0x0A]
        case EALREADY: [0x0B]
        case EBUSY: [0x0C]
        case ECONNREFUSED: [0x0D, 0x0E, 0x0F, 0x1B]
        case EOPNOTSUPP: [0x11, 0x20, 0x27, 0x29]
        case EINVAL: [0x12]
        case ECONNRESET: [0x13, 0x14, 0x15]
        case ECONNABORTED: [0x16]
        case ELOOP: [0x17]
        case EPROTONOSUPPORT: [0x1A]
        case EPROTO: [0x19, 0x1E, 0x23, 0x24, 0x25]
        default: []
        }
    }

    private static func codes(of code: Int32) -> String {
        let codes = hciCodes(for: code)
        return codes.isEmpty ? "unknown" : codes.map(\.hexadecimal).joined(separator: " ")
    }
}
