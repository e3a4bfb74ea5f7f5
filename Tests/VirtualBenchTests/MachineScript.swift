import Foundation
import Ground
import VirtualMachine

/// Plays a shell script with the program under test in a machine of its own.
enum MachineScript {
    /// The script's `$1` is the program, `$2` the scratch folder, which the machine shares.
    static func play(_ text: String, in scratch: Scratch, within limit: Span) throws -> GuestExit {
        var environment: [String: String] = [:]
        for name in ["TRAMMEL_CACHE", "XDG_CACHE_HOME", "HOME"] {
            environment[name] = getenv(name).map { String(cString: $0) }
        }
        var configuration = VirtualMachine.Configuration(cache: KernelCache(environment: environment))
        configuration.sharedFolders = [scratch.path]
        configuration.limit = limit
        (configuration.acceleration, configuration.time) = (.emulation, .own)
        return try VirtualMachine(configuration).run(
            ["bash", "-c", text, "bash", Program.path, scratch.path],
            environment: ["PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"],
            workingDirectory: "/", output: .kept(limit: 100_000), error: .kept(limit: 100_000))
    }
}
