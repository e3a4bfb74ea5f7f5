import Ground

/// What a screen and a device's agent say to each other (network fact sheet, section 8.3).
///
/// The messages are this project's own; Apple's are not known. On the wire each has its length (32 bits, little endian,
/// of what follows), the version and the kind (a byte each), and its fields. The application's bytes travel in `data`,
/// since `aborted` must come in band, where bytes without a frame of their own would hide it.
public enum ControlMessage: Hashable, Sendable {
    // From the screen.
    /// The user chose this device in the picker. The service has 1 to 255 bytes in UTF-8.
    case invite(ServiceIdentifier, CompanionPlatform, ParametersDigest)
    /// A new connection to an endpoint that was granted.
    case connect(ServiceToken, ParametersDigest)

    // From the agent.
    /// The system asks the person there.
    case prompting
    case denied
    case notInstalled
    /// The app was launched, and made no listener in time.
    case noListener
    /// The app is launched and listens.
    case granted(ServiceToken)
    /// The connection waits for the app.
    case parked
    /// The app has the connection: only this makes it ready.
    case hello
    case aborted(AbortReason)
    /// The app is in another session.
    case busy
    case refused(ServiceRefusal)

    // From either.
    /// Bytes of the application, of which there are 1 to `longestData`.
    case data([UInt8])

    public static let version: UInt8 = 1
    /// The most bytes behind a length.
    public static let longest = longestData + 2
    public static let longestData = 16_384
    /// The most bytes of a service's identifier.
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

    /// Bytes of any number as messages.
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
