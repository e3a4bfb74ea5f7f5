import Benches
import Foundation
import Ground

/// A runner of shell scripts with the program under test, each in a separate machine.
enum MachineScript {
    /// Plays a script: its `$1` is the program, its `$2` a copy of the scratch folder in the machine, shared at the
    /// end.
    ///
    /// The machine keeps its own time, which leaps whenever the machine waits for a file of the host: so nothing that
    /// is timed reads or writes one.
    static func play(_ text: String, in scratch: Scratch, within limit: Lapse) throws -> GuestExit {
        var environment: [String: String] = [:]
        for name in ["TRAMMEL_CACHE", "XDG_CACHE_HOME", "HOME"] {
            environment[name] = getenv(name).map { String(cString: $0) }
        }
        var configuration = VirtualMachine.Configuration(cache: KernelCache(environment: environment))
        configuration.sharedFolders = [scratch.path]
        configuration.limit = limit
        let around = """
            folder=$(mktemp -d) && cp -a "$3/." "$folder" || exit 1
            bash -c "$1" bash "$2" "$folder"
            status=$?
            cp -a "$folder/." "$3" || exit 1
            exit $status
            """
        (configuration.acceleration, configuration.time) = (.emulation, .own)
        return try VirtualMachine(configuration).run(
            ["bash", "-c", around, "bash", text, Program.path, scratch.path],
            environment: ["PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"],
            workingDirectory: "/", output: .kept(limit: 100_000), error: .kept(limit: 100_000))
    }
}
