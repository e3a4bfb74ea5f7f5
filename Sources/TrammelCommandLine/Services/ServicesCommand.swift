import AppProperties
import ArgumentParser
import Evidence
import Ground
import Reports
import Runs

/// Commands about application services: an app on a TV and its companion on a phone.
struct ServicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "services", abstract: "Check an app on a TV and its companion, or meet Apple's Bonjour sample.",
        discussion: """
              trammel services check --tv TV.plist --phone Phone.plist
            """,
        subcommands: [ServicesCheckCommand.self, ServicesMeetCommand.self])
}

/// Finds problems in the property lists of apps that belong together.
struct ServicesCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Find problems in the Info.plist files of a TV's app and its companions.",
        discussion: """
            Each finding has its place, its code, and whether its rule is documented, inferred or unverified; \
            '\(Program.command) explain CODE' says more. If the files disagree, the finding is at the place where the \
            TV's app requests what the other side does not have. Anything that such files cannot show is listed as not \
            judged.

              trammel services check --tv TV.plist --phone Phone.plist

            Exit status: 0 none, or only warnings and notes, 1 some, 64 usage.
            """)

    @Option(
        help: ArgumentHelp("The Info.plist of the app on tvOS, in XML or in the binary form.", valueName: "file"),
        completion: .file())
    var tv: String

    @Option(help: ArgumentHelp("The one of the app on iOS.", valueName: "file"), completion: .file())
    var phone: String?

    @Option(
        help: ArgumentHelp("The one of the app on iPadOS; by default the phone's.", valueName: "file"),
        completion: .file())
    var pad: String?

    @Option(help: ArgumentHelp("The one of the app on watchOS.", valueName: "file"), completion: .file())
    var watch: String?

    func validate() throws {
        guard [phone, pad, watch].contains(where: { $0 != nil }) else {
            throw ValidationError("Name the other side's Info.plist too, with --phone, --pad or --watch.")
        }
    }

    func run() throws {
        let named: [(side: AppSide, path: String?)] = [(.tv, tv), (.phone, phone), (.pad, pad), (.watch, watch)]
        var opened: [(side: AppSide, list: OpenedPropertyList)] = []
        for (side, path) in named {
            guard let path else { continue }
            opened.append((side, try OpenedPropertyList(path, option: "--\(side.rawValue)")))
        }
        var sides: [ServiceProperties] = []
        var counts: [Finding.Weight: Int] = [:]
        for (side, list) in opened {
            switch list.file {
            case .success(let file):
                Self.write(
                    "\(list.path.escapedForDisplay): read as \(side), in \(OpenedPropertyList.words(file.form))")
                sides.append(ServiceProperties(file.root, of: side))
            case .failure(let error):
                Self.write(list.line(error))
                counts[.fault, default: 0] += 1
            }
        }
        let check = ServiceCheck(tv: sides.first { $0.side == .tv }, companions: sides.filter { $0.side != .tv })
        for found in check.findings {
            guard let list = opened.first(where: { $0.side == found.side })?.list else { continue }
            Self.write(list.line(found.finding))
            counts[found.finding.weight, default: 0] += 1
        }
        for unjudged in check.unjudged { Self.write("not judged: \(unjudged)") }
        let sums = [(Finding.Weight.fault, "problem"), (.warning, "warning"), (.note, "note")].map {
            ($0.1, counts[$0.0] ?? 0)
        }
        let told = sums.enumerated().filter { $0.offset == 0 || $0.element.1 > 0 }.map { counted($1.1, $1.0) }
        Self.write("\(counted(opened.count, "property list")) checked: \(told.joined(separator: ", "))")
        if counts[.fault] ?? 0 > 0 { throw ExitCode.failure }
    }

    private static func write(_ text: String) {
        for line in Paragraph.lines("", text, indent: 4) { StandardOutput.shared.write(line + "\n") }
    }
}
