import Ground
public import TagRouting

/// Where the phone goes with what a tag said.
public enum Destination: Codable, Hashable, Sendable {
    /// An app, by its bundle identifier.
    case app(String)
    case browser
    /// Whatever handles addresses of this scheme: `tel`, `mailto`.
    case handler(String)
    /// The phone shows nothing.
    case nothing

    enum AppCodingKeys: String, CodingKey { case _0 = "identifier" }
    enum HandlerCodingKeys: String, CodingKey { case _0 = "scheme" }
}

extension Destination: CustomStringConvertible {
    public var description: String {
        switch self {
        case .app(let identifier): "app \(identifier.escapedForDisplay)"
        case .browser: "browser"
        case .handler(let scheme): "\(scheme.escapedForDisplay) handler"
        case .nothing: "nothing"
        }
    }
}

extension RouteTarget {
    /// What scenarios call it.
    public var named: Destination {
        switch self {
        case .app(let identifier, _): .app(identifier)
        case .browser: .browser
        case .schemeHandler(let scheme, _): .handler(scheme)
        case .ignored, .unsupportedScheme, .noUsableData: .nothing
        }
    }
}
