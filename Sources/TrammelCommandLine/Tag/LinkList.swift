import ArgumentParser
import Evidence
import Glibc
import Ground
import Reports
import System
import TagRouting

/// Many links from a file, a verdict each.
struct LinkList {
    /// A longer line is no link that anybody writes.
    static let longestLine = 65_536
    private static let bytesAtOnce = 1 << 16

    let path: String
    let isQuiet: Bool

    private struct Tally {
        var links = 0
        var opening = 0
        var spent = Span.zero
    }

    /// Routes every line; ends with status 1 when one opens no app, and with 4 when there was none.
    func route(with options: LinkOptions) throws {
        let router = try options.router(forHost: nil)
        StandardOutput.shared.write(SiteText.lines(router.sites).map { $0 + "\n" }.joined())
        let file: FileDescriptor
        do {
            file = path == "-" ? FileDescriptor(owning: dup(STDIN_FILENO)) : try Files.open(path)
        } catch {
            throw ValidationError("--list \(path.escapedForDisplay): \(error).")
        }
        defer { file.close() }
        var (tally, rest) = (Tally(), [UInt8]())
        while true {
            guard let more = try Self.read(file, path) else { continue }
            if more.isEmpty { break }
            rest += more
            var lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            let unfinished = lines.popLast() ?? []
            route(lines, with: router, &tally)
            rest = Array(unfinished)
            guard rest.count <= Self.longestLine else {
                throw ValidationError("line \(tally.links + 1) is longer than \(Self.longestLine) bytes.")
            }
        }
        if !rest.isEmpty { route([rest[...]], with: router, &tally) }
        StandardOutput.shared.write(
            "\(tally.opening) of \(tally.links) links open an app; \(tally.spent) of processor time\n")
        if tally.links == 0 { try CommandStatus.nothingShown.leave() }
        if tally.opening < tally.links { try CommandStatus.failed.leave() }
    }

    /// What can be read now: nil when that is nothing yet, empty at the end.
    private static func read(_ file: FileDescriptor, _ path: String) throws -> [UInt8]? {
        do throws(SystemError) { return try file.read(upTo: bytesAtOnce) } catch {
            let trouble = CommandTrouble(what: "\(path.escapedForDisplay) cannot be read: \(error)", remedy: nil)
            throw ExitCode(CommandStatus.nothingShown.worsened(by: trouble).rawValue)
        }
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
        if !isQuiet { StandardOutput.shared.write(text) }
    }
}
