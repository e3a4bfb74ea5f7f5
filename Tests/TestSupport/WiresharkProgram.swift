import Foundation

/// A Wireshark program on this machine: `tshark`, `editcap`.
public struct WiresharkProgram: Sendable {
    /// The program exited with a nonzero status.
    public struct Failure: Error {
        public let status: Int32
        public let output: String
    }

    public static let tshark = WiresharkProgram("tshark")
    public static let editcap = WiresharkProgram("editcap")

    private let path: String

    /// Finds the program on the search path or in its usual places; nil if it is in none of them.
    private init?(_ name: String) {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let paths = (folders + ["/usr/bin", "/usr/local/bin"]).map { "\($0)/\(name)" }
        guard let path = paths.first(where: FileManager.default.isExecutableFile) else { return nil }
        self.path = path
    }

    /// Runs the program and returns its output, on request with its error output; throws if it fails.
    public func output(_ arguments: [String], withErrors: Bool = false) throws -> String {
        let (status, output) = try OtherProgram.run(path, arguments, keeping: withErrors ? .both : .output)
        guard status == 0 else { throw Failure(status: status, output: output) }
        return output
    }
}
