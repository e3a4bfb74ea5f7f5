import ArgumentParser
import Benches
import Evidence
import Glibc
import Ground
import JSON
import Reports
import RigKit
import Runs

/// Examines this machine for a rig.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Find what on this machine could spoil runs on a rig.",
        usage: "trammel doctor [<options>]",
        discussion: """
            Looks at the parts of the rig, Bluetooth, serial lines, USB, the reader's surroundings, load and disk. \
            It reads the kernel's files and changes nothing. It opens no device but the UWB kit, to ask for its \
            firmware, and not if another command has the bench. Each finding has its consequence \
            and the command that mends it. With --fix it asks before each act that is safe, performs it and looks \
            again, which needs root and a bench that no other command has.

              trammel doctor --rig deskBench

            Exit status: 0 no problem, 1 a problem that keeps the rig from being used, 64 usage, 75 \
            another command has the bench.
            """)

    @OptionGroup var bench: BenchOptions

    @OptionGroup var locking: LockOptions

    @Flag(help: "Write one JSON document for other programs.")
    var json = false

    @Flag(help: "Ask for each safe remedy, and apply it.")
    var fix = false

    func validate() throws {
        if json, fix { throw ValidationError("--fix asks a person: omit --json.") }
        if fix, geteuid() != 0 { throw ValidationError("--fix needs root, because the commands do.") }
    }

    func run() throws {
        let rig = try bench.soundRig()
        // A run on this bench would suffer from the commands.
        let (lock, obstacle) = fix ? (try locking.lock(rig), nil) : locking.lockIfFree(rig.kitDevices)
        defer { withExtendedLifetime(lock) {} }
        var items = Self.examine(rig, obstacle)
        if json {
            StandardOutput.shared.write(String(decoding: JSON.document(Document(rig: rig.name, items)), as: UTF8.self))
        } else {
            show(items)
            if fix, mend(items) {
                items = Self.examine(rig, obstacle)
                show(items)
            }
        }
        if items.contains(where: { $0.state == .problem }) { throw ExitCode(CommandStatus.failed.rawValue) }
    }

    private static func examine(_ rig: Rig, _ obstacle: String?) -> [BenchDoctor.Item] {
        let calibration = KitCalibration.item(for: rig, in: KitCalibration.usualFile)
        return BenchDoctor.examine(for: rig, obstacle: obstacle) + [calibration].compactMap(\.self)
    }

    private func show(_ items: [BenchDoctor.Item]) {
        for item in items {
            var lines = Paragraph.lines("\(item.state.rawValue.padded(to: 9)) ", item.found, indent: 12)
            if let consequence = item.consequence {
                lines += Paragraph.lines("          so: ", consequence, indent: 14)
            }
            if let remedy = item.remedy { lines += Paragraph.lines("          remedy: ", remedy.text, indent: 14) }
            for line in lines { StandardOutput.shared.write(line + "\n") }
        }
        let problems = items.count { $0.state == .problem }
        let warnings = items.count { $0.state == .warning }
        StandardOutput.shared.write(
            "\(counted(items.count, "item")): \(counted(problems, "problem")), \(counted(warnings, "warning"))\n")
    }

    /// Applies the remedies that a person agrees to; returns whether there were any.
    private func mend(_ items: [BenchDoctor.Item]) -> Bool {
        var isChanged = false
        for item in items {
            guard case .command(let command)? = item.remedy else { continue }
            StandardOutput.shared.write("\(command)? [y/N] ")
            guard let answer = readLine(), ["y", "yes"].contains(answer.lowercased()) else { continue }
            isChanged = true
            let ending = ShellCommand(command, limit: .seconds(30)).run(with: [:])
            if ending != .exited(0) { StandardOutput.shared.write("that command \(ending.words)\n") }
        }
        return isChanged
    }
}

/// The result for programs.
private struct Document: Encodable {
    struct Item: Encodable {
        let name: String
        let state: BenchDoctor.Item.State
        let found: String
        let consequence: String?
        let remedy: String?
    }

    let rig: String
    let items: [Item]

    init(rig: String, _ items: [BenchDoctor.Item]) {
        self.rig = rig
        self.items = items.map {
            Item(name: $0.name, state: $0.state, found: $0.found, consequence: $0.consequence, remedy: $0.remedy?.text)
        }
    }
}
