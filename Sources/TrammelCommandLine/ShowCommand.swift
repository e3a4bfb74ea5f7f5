import ArgumentParser
import Captures
import Evidence
import Ground
import Reports
import Runs
import Traces
import Views

/// Shows a trace: every frame by its meaning, with the steps and zone changes in between.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show what went over the links of a recorded run, frame by frame.",
        usage: "trammel show <trace> [<options>]",
        discussion: """
            TRACE is a trace, or the folder of a run. Each line has the rig's time, the frame's number, its direction \
            as seen from the phone, its link and its meaning.

            Links: bluetooth, kit, reader, console, stage, or an accessory's name. Kinds: att, nearby interaction, \
            uci, ranging, tag command, tag response, step started, step passed, zone, finding, verdict and others, as \
            --json gives them; an unknown one lists them all, and kernel shows the kernel's packets. Times are seconds \
            since the run began: 1.5, or 1500ms.

            A trace that ends inside a block is what a killed program leaves: it is shown up to there, with a note on \
            standard error.

              trammel show results/001-fullFlow-seed1 --link door
              trammel show results/001-fullFlow-seed1 --kind ranging --from 1.5

            Exit status: 0 shown, 3 the trace holds nothing or is damaged, 4 nothing matches or there is no such link, \
            64 usage.
            """)

    @Argument(help: ArgumentHelp("A trace, or the folder of a run.", valueName: "trace"))
    var trace: String?

    @Option(help: ArgumentHelp("Show only the frames of this link; may be repeated.", valueName: "link"))
    var link: [String] = []

    @Option(help: ArgumentHelp("Show only this kind of entry; may be repeated.", valueName: "kind"))
    var kind: [String] = []

    @Option(help: ArgumentHelp("Begin here.", valueName: "time"))
    var from: TimeArgument?

    @Option(help: ArgumentHelp("End here.", valueName: "time"))
    var to: TimeArgument?

    @Flag(help: "Print one JSON object per line.")
    var json = false

    @Option(help: ArgumentHelp("Write one self-contained page to this file.", valueName: "file"))
    var html: String?

    @Flag(help: "Print only the number of entries of each kind, and the processor time that reading took.")
    var tally = false

    @Flag(help: "Print a Wireshark dissector for UCI, for versions without one.")
    var lua = false

    func validate() throws {
        try FileName.check(html)
        for name in kind where Self.known(name) == nil {
            throw ValidationError(
                "there is no kind '\(name.escapedForDisplay)'; there are: "
                    + TimelineEntry.kinds.joined(separator: ", "))
        }
        if let from, let to, to.instant < from.instant {
            throw ValidationError("--to \(to.instant) comes before --from \(from.instant): nothing is between them.")
        }
        guard (trace == nil) == lua else { throw ValidationError("Name a trace, or give only --lua.") }
        if [json, html != nil, tally].count(where: { $0 }) > 1 {
            throw ValidationError("Choose one of --json, --html and --tally.")
        }
        if tally, !link.isEmpty || !kind.isEmpty || from != nil || to != nil {
            throw ValidationError("--tally counts everything: it takes no --link, --kind, --from and --to.")
        }
    }

    func run() throws {
        guard let trace else { return StandardOutput.shared.write(WiresharkDissector.uci) }
        let survey: TimelineSurvey
        do throws(CommandError) {
            if tally {
                for line in try ShowTally.lines(of: trace) { StandardOutput.shared.write(line + "\n") }
                return
            }
            survey = if let html { try writePage(of: trace, to: html) } else { try printLines(of: trace) }
        } catch {
            return try CommandStatus.passed.worsened(by: error).leave()
        }
        try judge(survey, of: trace)
    }

    private var filter: TimelineFilter {
        TimelineFilter(
            links: link, kinds: kind.compactMap(Self.known), from: from?.instant ?? .start, to: to?.instant ?? .never)
    }

    /// Returns a kind as it is written in traces; nil if there is no such kind.
    private static func known(_ name: String) -> String? {
        TimelineEntry.kinds.first { $0 == name } ?? TimelineEntry.kinds.first { $0.lowercased() == name.lowercased() }
    }

    private func printLines(of trace: String) throws(CommandError) -> TimelineSurvey {
        let file = try ShownTrace(trace, tell: Warning.tell(of:))
        var survey = TimelineSurvey(filter)
        var reader = TimelineReader()
        var text = ""
        defer { StandardOutput.shared.write(text) }
        try file.read { event in
            guard let entry = reader.receive(event), survey.receive(entry) else { return }
            text += (json ? entry.jsonLine : entry.description) + "\n"
            guard text.utf8.count > 1 << 16 else { return }
            StandardOutput.shared.write(text)
            text = ""
        }
        return survey
    }

    private func writePage(of trace: String, to path: String) throws(CommandError) -> TimelineSurvey {
        var page = TracePage(filter: filter)
        let file = try ShownTrace(trace) { issue in
            Warning.tell(of: issue)
            page.note(issue)
        }
        var survey = TimelineSurvey(filter)
        var reader = TimelineReader()
        var trouble: CommandError?
        do throws(CommandError) {
            try file.read { event in
                let entry = reader.receive(event)
                if let entry { _ = survey.receive(entry) }
                page.receive(event, entry)
            }
        } catch {
            page.note(error.description)
            trouble = error
        }
        if survey.count > 0 || trouble != nil {
            try UnfinishedFile.write(Array(page.html.utf8), to: path)
        }
        if let trouble { throw trouble }
        return survey
    }

    /// Reports which requested parts are missing, and ends with the resulting status.
    private func judge(_ survey: TimelineSurvey, of trace: String) throws {
        guard survey.count > 0 else {
            let trouble = CommandError(what: "\(trace) holds no trace: there is nothing to show", remedy: nil)
            return try CommandStatus.passed.worsened(by: trouble).leave()
        }
        for remark in survey.remarks {
            StandardOutput.error.write("trammel: \(trace): \(remark)".escapedForDisplay + "\n")
        }
        if survey.lacksSomething { try CommandStatus.nothingShown.leave() }
    }
}

/// A time of the rig on the command line: seconds, or a number followed by `ms` or `s`.
struct TimeArgument: ExpressibleByArgument {
    let instant: Instant

    init?(argument: String) {
        let isMilliseconds = argument.hasSuffix("ms")
        let digits =
            isMilliseconds ? argument.dropLast(2) : argument.hasSuffix("s") ? argument.dropLast() : argument[...]
        guard let number = Double(digits), number.isFinite, number >= 0 else { return nil }
        instant = .start + Lapse.seconds(isMilliseconds ? number / 1000 : number)
    }
}
