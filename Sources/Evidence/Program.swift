import Glibc
public import Journal
import OperatingSystem
public import RigKit

/// This program and the computer it runs on, as named in evidence.
public enum Program {
    /// The version of the program; it is defined only here.
    public static let version = "0.7"

    /// Name and version: `trammel 0.7`.
    public static let name = "trammel \(version)"

    /// The name by which the program was started: `trammel`, or whatever a package calls its own.
    public static let command = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "trammel"

    /// The environment variable by which the program in the virtual machine learns the name of the host.
    public static let hostVariable = "TRAMMEL_HOST"

    /// The computer's name; in the virtual machine, the name of its host.
    public static var host: String { outerHost ?? text(\.nodename) ?? "an unknown host" }

    /// The running system: `Linux 6.1.0-50-amd64 x86_64`.
    public static var system: String {
        let parts = [text(\.sysname), text(\.release), text(\.machine)].compactMap(\.self).joined(separator: " ")
        guard outerHost != nil else { return parts }
        return parts + " in a virtual machine" + (WallClock.isMachinesOwn ? " with its own time" : "")
    }

    /// The current date, in UTC: `2026-11-22T18:33:55Z`.
    public static var date: String {
        var seconds = time_t(WallClock.now.nanoseconds / 1_000_000_000)
        var parts = tm()
        guard gmtime_r(&seconds, &parts) != nil else { return "1970-01-01T00:00:00Z" }
        var buffer = [CChar](repeating: 0, count: 32)
        let count = strftime(&buffer, buffer.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static var outerHost: String? { getenv(hostVariable).map { String(cString: $0) } }

    private static func text<Field>(_ field: KeyPath<utsname, Field>) -> String? {
        var name = utsname()
        guard uname(&name) == 0 else { return nil }
        return withUnsafeBytes(of: name[keyPath: field]) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

extension Provenance {
    /// Creates the provenance of runs on a rig, as of now.
    public init(of rig: Rig, with overrides: RigOverrides) {
        self.init(
            program: Program.name, host: Program.host, system: Program.system, date: Program.date, rig: rig.name,
            kind: rig.kind.rawValue, parts: rig.parts.map { Part(role: $0.role, port: $0.port) },
            overrides: overrides.options)
    }
}

/// The changes to a rig given on the command line.
public struct RigOverrides: Hashable {
    /// The values of `--port`: `uwb=none`.
    public var ports: [String]
    /// The values of `--as`: `door=front`.
    public var names: [String]

    public init(ports: [String] = [], names: [String] = []) {
        self.ports = ports
        self.names = names
    }

    /// The overrides as words of a command line.
    public var words: [String] { pairs.flatMap { [$0.option, $0.value] } }

    /// Each override as one text: `--port uwb=none`.
    public var options: [String] { pairs.map { "\($0.option) \($0.value)" } }

    /// The overrides after a verb: `with --port uwb=none`, or `with the rig's own ports`.
    public var inWords: String { "with " + (options.isEmpty ? "the rig's own ports" : options.joined(separator: " ")) }

    private var pairs: [(option: String, value: String)] {
        ports.map { ("--port", $0) } + names.map { ("--as", $0) }
    }
}
