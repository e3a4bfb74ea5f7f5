import ArgumentParser
import Evidence
import Ground
import Reports
import RigKit
import Runs
import Vocabulary

/// The option for a bench that another command has, and the lock on the bench's devices.
struct LockOptions: ParsableArguments {
    /// The status of a command whose bench is busy (`EX_TEMPFAIL`): it began nothing, so no run has this status.
    static let busy: Int32 = 75
    private static let code: FailureCode = "bench.busy"

    @Option(
        help: ArgumentHelp(
            """
            If another command has the bench, wait for it at most this long: 90s, 30m or 2h. By default the status is \
            \(LockOptions.busy) at once.
            """, valueName: "time"))
    var wait: WaitArgument?

    /// Locks the devices of a rig for this command; one that is busy ends the command.
    func lock(_ rig: Rig) throws -> BenchLock { try lock(rig.devices) }

    /// Locks devices for this command; one that is busy ends the command.
    func lock(_ claims: [DeviceClaim]) throws -> BenchLock {
        do {
            let folder = claims.isEmpty ? "" : try BenchLock.folder(warn: Warning.tell)
            let lock = BenchLock(in: folder, for: Self.command)
            guard let busy = try take(claims, with: lock) else { return lock }
            let reason = "\(Self.code.rawValue): \(busy)"
            RefusedReport.write(for: Array(CommandLine.arguments.dropFirst()), reason)
            let remedy = wait == nil ? "Wait for it, for example with --wait 30m" : "The time of --wait is over"
            _ = CommandStatus.nothingShown.worsened(by: CommandError(what: reason, remedy: remedy))
            throw ExitCode(Self.busy)
        } catch let trouble as CommandError {
            throw ExitCode(CommandStatus.nothingShown.worsened(by: trouble).rawValue)
        }
    }

    /// Locks devices if no other command has them; returns the reason if they cannot be locked.
    func lockIfFree(_ claims: [DeviceClaim]) -> (lock: BenchLock?, obstacle: String?) {
        if claims.isEmpty { return (nil, nil) }
        do throws(CommandError) {
            let lock = BenchLock(in: try BenchLock.folder(warn: Warning.tell), for: Self.command)
            guard let busy = try take(claims, with: lock) else { return (lock, nil) }
            return (nil, "\(busy)")
        } catch {
            return (nil, error.what)
        }
    }

    /// This command, as its lock describes it to others.
    private static var command: String {
        ([Program.command] + CommandLine.arguments.dropFirst()).map(\.asShellWord).joined(separator: " ")
    }

    /// Returns the device that is busy; nil if all of them are locked.
    private func take(_ claims: [DeviceClaim], with lock: BenchLock) throws(CommandError) -> BenchLock.Busy? {
        do throws(BenchLock.Obstacle) {
            try lock.take(claims, within: wait?.span ?? .zero) { busy in
                StandardOutput.error.write("\(Program.command): waiting, because \(busy)\n")
            }
            return nil
        } catch {
            switch error {
            case .busy(let busy): return busy
            case .unusable(let trouble): throw trouble
            }
        }
    }
}

/// A time to wait on the command line: a whole number of seconds, or one followed by `s`, `m` or `h`.
struct WaitArgument: ExpressibleByArgument {
    /// The longest time: a week.
    private static let limit = 604_800

    let span: Lapse

    init?(argument: String) {
        let unit = ["s": 1, "m": 60, "h": 3_600][argument.suffix(1)]
        let digits = unit == nil ? argument[...] : argument.dropLast()
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits), number <= Self.limit,
            number * (unit ?? 1) <= Self.limit
        else { return nil }
        span = .seconds(number * (unit ?? 1))
    }
}
