import Evidence
import Glibc
import Ground
import OperatingSystem
import Reports
import Runs
import TagRouting

/// A list of links from a file, with a verdict for each.
struct LinkList {
    /// The maximum length of a line; no real link is longer.
    static let longestLine = 65_536
    private static let bytesAtOnce = 1 << 16

    private let path: String
    private let isQuiet: Bool
    private let output: any TextOutput

    init(path: String, isQuiet: Bool, to output: any TextOutput = StandardOutput.shared) {
        self.output = output
        self.path = path
        self.isQuiet = isQuiet
    }

    private struct Tally {
        var links = 0
        var opening = 0
        var spent = Lapse.zero
    }

    /// Routes every line. Returns `.failed` if a link opens no app, and `.nothingShown` if there was no link.
    func route(with router: TagRouter) throws(LinkListMistake) -> CommandStatus {
        output.write(SiteText.lines(router.sites).map { $0 + "\n" }.joined())
        let file: FileDescriptor
        do throws(SystemError) {
            file = path == "-" ? FileDescriptor(owning: dup(STDIN_FILENO)) : try Files.openStream(path)
        } catch {
            throw LinkListMistake("--list \(path.escapedForDisplay): \(error).")
        }
        defer { file.close() }
        var (tally, rest) = (Tally(), [UInt8]())
        while true {
            let more: [UInt8]
            do throws(SystemError) {
                guard let some = try file.read(upTo: Self.bytesAtOnce) else { continue }
                more = some
            } catch {
                let what = "\(path.escapedForDisplay) cannot be read: \(error)"
                return CommandStatus.nothingShown.worsened(by: CommandError(what: what, remedy: nil))
            }
            if more.isEmpty { break }
            rest += more
            var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let unfinished = lines.popLast() ?? []
            route(lines, with: router, &tally)
            rest = Array(unfinished)
            guard rest.count <= Self.longestLine else {
                throw LinkListMistake("line \(tally.links + 1) is longer than \(Self.longestLine) bytes.")
            }
        }
        if !rest.isEmpty { route([rest[...]], with: router, &tally) }
        output.write(
            "\(tally.opening) of \(tally.links) links open an installed app; \(tally.spent) of processor time\n")
        if tally.links == 0 { return .nothingShown }
        return tally.opening < tally.links ? .failed : .passed
    }

    private func route(_ lines: [ArraySlice<UInt8>], with router: TagRouter, _ tally: inout Tally) {
        let conditions = PhoneConditions()
        var text = ""
        let began = ProcessorTime.spent
        for whole in lines {
            let line = whole.last == UInt8(ascii: "\r") ? whole.dropLast() : whole
            if line.isEmpty { continue }
            let uri = String(decoding: line, as: UTF8.self)
            let decision = router.route(uri: uri, conditions: conditions)
            tally.links += 1
            if case .app = decision.destination { tally.opening += 1 }
            if !isQuiet { text += "\(decision.rules)  \(decision.destination)\n" }
        }
        tally.spent = tally.spent + (ProcessorTime.spent - began)
        if !isQuiet { output.write(text) }
    }
}

/// The reason why a list of links cannot be read: a usage error.
struct LinkListMistake: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// The text about association files that is shown before they are used.
enum SiteText {
    /// Returns escaped lines with the findings in the files and their locations.
    static func lines(_ sites: [AssociatedSite]) -> [String] {
        sites.flatMap { site -> [String] in
            let host = site.host.escapedForDisplay
            switch site.association {
            case .missing(let reason): return ["site \(host)", "  fault: \(reason.escapedForDisplay)"]
            case .file(let file):
                return file.findings.isEmpty
                    ? [] : ["site \(host)"] + file.findings.map { "  \($0.finding.weight.rawValue): \($0)" }
            }
        }
    }
}
