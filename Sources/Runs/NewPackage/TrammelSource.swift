import Evidence
import OperatingSystem

/// The source from which a package gets Trammel.
public enum TrammelSource: Hashable {
    /// The absolute path of a checkout.
    case checkout(String)
    /// An address that git can clone, and the commit that the package is pinned to; without one, it is pinned to the
    /// version of this program.
    case address(String, commit: String?)
    /// No source was given, and the checkout that this program was built from no longer exists.
    case unknown

    /// Parses an option; returns nil for a text that is neither a checkout nor an address.
    public init?(_ text: String) {
        if text.contains("://") || text.hasPrefix("git@") {
            guard !text.contains(where: { $0.isWhitespace || $0 == "\"" || $0 == "\\" }) else { return nil }
            self = .address(text, commit: Self.ownCommit)
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

    /// The commit of the checkout that this program was built from; nil if git does not know it.
    private static var ownCommit: String? {
        guard case .checkout(let path) = ofThisProgram else { return nil }
        return GitVersions.commit(checkedOutIn: path)
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
        case .address(let address, let commit?): ".package(url: \"\(address)\", revision: \"\(commit)\")"
        case .address(let address, nil): ".package(url: \"\(address)\", exact: \"\(Self.ownVersion)\")"
        case .unknown:
            "// The address of Trammel's repository, or .package(name: \"trammel\", path: \"...\") for a checkout.\n"
                + "        .package(url: \"https://example.com/trammel.git\", exact: \"\(Self.ownVersion)\")"
        }
    }

    /// The package name used in the manifest.
    public var package: String {
        guard case .address(let address, _) = self else { return "trammel" }
        let last = address.split(whereSeparator: { $0 == "/" || $0 == ":" }).last.map(String.init) ?? "trammel"
        return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    }

    /// The version of this program in the three parts that a manifest needs.
    private static var ownVersion: String {
        let parts = Program.version.split(separator: ".")
        return (parts.map(String.init) + Array(repeating: "0", count: max(0, 3 - parts.count))).joined(separator: ".")
    }

    private static func escaped(_ path: String) -> String {
        path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
}
