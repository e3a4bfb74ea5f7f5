import Evidence
import OperatingSystem

/// The source from which a package gets Trammel.
public enum TrammelSource: Hashable {
    /// The absolute path of a checkout.
    case checkout(String)
    /// An address that git can clone.
    case address(String)
    /// No source was given, and the checkout that this program was built from no longer exists.
    case unknown

    /// Parses an option; returns nil for a text that is neither a checkout nor an address.
    public init?(_ text: String) {
        if text.contains("://") || text.hasPrefix("git@") {
            guard !text.contains(where: { $0.isWhitespace || $0 == "\"" || $0 == "\\" }) else { return nil }
            self = .address(text)
        } else {
            guard let path = Files.absolute(text), Self.isCheckout(path) else { return nil }
            self = .checkout(path)
        }
    }

    /// The checkout that this program was built from, if it still exists.
    public static var ofThisProgram: TrammelSource {
        let own = "\(#filePath)".split(separator: "/").dropLast(ownPath).joined(separator: "/")
        return isCheckout("/\(own)") ? .checkout("/\(own)") : .unknown
    }

    /// The number of components of this file's path below the checkout: Sources/Runs/NewPackage/TrammelSource.swift.
    private static let ownPath = 4

    private static func isCheckout(_ path: String) -> Bool {
        Files.kind(of: "\(path)/Package.swift") == .regular && Files.kind(of: "\(path)/Sources/Trammel") == .folder
    }

    /// The dependency in the syntax of a package manifest.
    public var dependency: String {
        switch self {
        case .checkout(let path): ".package(name: \"trammel\", path: \"\(Self.escaped(path))\")"
        case .address(let address): ".package(url: \"\(address)\", branch: \"main\")"
        case .unknown:
            "// The address of Trammel's repository, or .package(name: \"trammel\", path: \"...\") for a checkout.\n"
                + "        .package(url: \"https://example.com/trammel.git\", branch: \"main\")"
        }
    }

    /// The package name used in the manifest.
    public var package: String {
        guard case .address(let address) = self else { return "trammel" }
        let last = address.split(whereSeparator: { $0 == "/" || $0 == ":" }).last.map(String.init) ?? "trammel"
        return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    }

    private static func escaped(_ path: String) -> String {
        path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
}
