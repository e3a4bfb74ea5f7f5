import LinkKinds
import UCI

/// Tells which session a message of the kit belongs to, so that sessions side by side are compared each by itself.
///
/// Which of two accessories is configured first is chance, and with it the order of the kit's messages. A response is
/// its command's; a notification is its session's, by the handle that the kit gave (ultra-wideband fact sheet 1.6).
struct KitStreams: Sendable {
    /// Sessions beyond these are compared with what belongs to none.
    static let mostSessions = 1_000

    /// What belongs to no session.
    private let common: String
    /// The streams of the sessions, by id and by handle.
    private var names: [UInt32: String] = [:]
    /// The stream of the command that waits for its response.
    private var asked: String?

    init(_ common: String) { self.common = common }

    /// The stream of the next message; `session` names the one that a command makes.
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
    /// The id or the handle of the session that it is about.
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
