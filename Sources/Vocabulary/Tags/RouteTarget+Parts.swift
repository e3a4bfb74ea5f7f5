public import TagRouting

extension RouteTarget {
    /// The URL, where there is one that can be matched against association files.
    public var webAddress: LinkURL? {
        switch self {
        case .app(_, let url), .browser(let url): url
        case .schemeHandler, .ignored, .unsupportedScheme, .noUsableData: nil
        }
    }

    /// What scenarios call it.
    public var named: Destination {
        switch self {
        case .app(let identifier, _): .app(identifier)
        case .browser: .browser
        case .schemeHandler(let scheme, _): .handler(scheme)
        case .ignored, .unsupportedScheme, .noUsableData: .nothing
        }
    }

    /// The link that goes there; nil where nothing is opened.
    public var url: LinkURL? {
        switch self {
        case .app(_, let url), .browser(let url), .schemeHandler(_, let url): url
        case .ignored, .unsupportedScheme, .noUsableData: nil
        }
    }
}
