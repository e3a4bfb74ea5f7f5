import Ground

/// A message between a screen and a device's agent (network.md, section 8.3).
///
/// The messages are defined by this project; Apple's are not public. On the wire each consists of its length (32
/// bits, little-endian, excluding itself), version and kind (one byte each), and its fields. The application's bytes
/// are carried in `data`, because `aborted` must arrive in band, where unframed bytes would hide it.
public enum ControlMessage: Hashable, Sendable {
    // From the screen.
    /// The user chose this device in the picker. The service is 1 to 255 bytes of UTF-8.
    case invite(ServiceIdentifier, CompanionPlatform, ParametersDigest)
    /// A new connection to a granted endpoint.
    case connect(ServiceToken, ParametersDigest)

    // From the agent.
    /// The system is asking the person at the device.
    case prompting
    case denied
    case notInstalled
    /// The app was launched, but created no listener in time.
    case noListener
    /// The app is running and listening.
    case granted(ServiceToken)
    /// The connection is waiting for the app.
    case parked
    /// The app has the connection; only this message makes it ready.
    case hello
    case aborted(AbortReason)
    /// The app is in another session.
    case busy
    case refused(ServiceRefusal)

    // From either side.
    /// Application data, 1 to `longestData` bytes.
    case data([UInt8])

    public static let version: UInt8 = 1
    /// The maximum value of the length field.
    public static let longest = longestData + 2
    public static let longestData = 16_384
    /// The maximum length of a service's identifier in bytes.
    public static let longestService = 255

    var kind: Kind {
        switch self {
        case .invite: .invite
        case .connect: .connect
        case .prompting: .prompting
        case .denied: .denied
        case .notInstalled: .notInstalled
        case .noListener: .noListener
        case .granted: .granted
        case .parked: .parked
        case .hello: .hello
        case .aborted: .aborted
        case .busy: .busy
        case .refused: .refused
        case .data: .data
        }
    }

    public enum Kind: UInt8, Sendable, CaseIterable {
        case invite = 0x01
        case connect = 0x02
        case prompting = 0x10
        case denied, notInstalled, noListener, granted, parked, hello, aborted, busy, refused
        case data = 0x20
    }

    /// Splits any number of bytes into messages.
    public static func data(of bytes: [UInt8]) -> [ControlMessage] {
        stride(from: 0, to: bytes.count, by: longestData).map { start in
            .data(Array(bytes[start..<min(start + longestData, bytes.count)]))
        }
    }
}

extension ControlMessage: CustomStringConvertible {
    public var description: String {
        switch self {
        case .invite(let service, let platform, _): "invite(\(service.rawValue.shown()), \(platform))"
        case .connect(let token, _): "connect(\(token))"
        case .prompting: "prompting"
        case .denied: "denied"
        case .notInstalled: "notInstalled"
        case .noListener: "noListener"
        case .granted(let token): "granted(\(token))"
        case .parked: "parked"
        case .hello: "hello"
        case .aborted(let reason): "aborted(\(reason))"
        case .busy: "busy"
        case .refused(let refusal): "refused(\(refusal))"
        case .data(let bytes): "data(\(counted(bytes.count, "byte")))"
        }
    }
}
