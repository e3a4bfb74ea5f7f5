import Recordings
import UWB

/// Assigns the kit's messages to sessions, so that concurrent sessions are compared separately.
///
/// The order in which two accessories are configured is chance, and with it the order of the kit's messages. A
/// response belongs to its command, and a notification to its session, by the handle that the kit assigned
/// (uwb.md 1.6).
struct KitStreams: Sendable {
    /// The greatest number of sessions; later ones are compared together with messages that belong to none.
    static let mostSessions = 1_000

    /// The stream of messages that belong to no session.
    private let common: String
    /// The streams of the sessions, by id and by handle.
    private var names: [UInt32: String] = [:]
    /// The stream of the command that awaits its response.
    private var asked: String?

    init(_ common: String) { self.common = common }

    /// Returns the stream of the next message; `session` is the name of a session that a command creates.
    mutating func stream(of meaning: UCIMeaning, naming session: String?) -> String {
        switch meaning {
        case .command(let command):
            if case .sessionInit(let id, _) = command, let session { meet(id, session) }
            let name = command.session.flatMap { names[$0] } ?? common
            asked = name
            return name
        case .response(.sessionInit(.ok, let handle?)):
            if let asked, asked != common, names.count < 2 * Self.mostSessions { names[handle.rawValue] = asked }
            return asked ?? common
        case .response: return asked ?? common
        case .notification(.sessionStatus(let token, _, _)): return names[token.rawValue] ?? common
        case .notification(.multicastList(let update)): return names[update.token.rawValue] ?? common
        case .notification(.sessionInfo(let info)): return names[info.token.rawValue] ?? common
        case .notification(.deviceStatus), .notification(.genericError), .notification(.other), .other, .malformed,
            .finding:
            return common
        }
    }

    private mutating func meet(_ id: UInt32, _ name: String) {
        guard names[id] != nil || names.count < 2 * Self.mostSessions else { return }
        names[id] = "\(common) with \(name)"
    }
}

extension UCICommand {
    /// The id or the handle of the session concerned.
    fileprivate var session: UInt32? {
        switch self {
        case .sessionInit(let id, _): id
        case .sessionDeinit(let token), .setAppConfig(let token, _), .getAppConfig(let token, _),
            .getSessionState(let token), .updateMulticastList(let token, _, _), .start(let token), .stop(let token),
            .getRangingCount(let token):
            token.rawValue
        case .deviceReset, .getDeviceInfo, .getCapabilities, .setConfig, .getConfig, .queryTimestamp,
            .getSessionCount, .other:
            nil
        }
    }
}
