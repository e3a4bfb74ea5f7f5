import ArgumentParser
import Ground
import Reports
import Runs
import TagRouting

/// Explains where a phone would take a link, component by component.
struct TagRouteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "route", abstract: "Explain where a phone would take a link that a tag holds.",
        usage: "trammel tag route [<url>] [<options>]",
        discussion: """
            Every app's match is explained component by component, and each rule says whether it is documented, \
            inferred or unverified. With --list, each line of a file is a link; one verdict is printed per line, and \
            the total processor time at the end.

              trammel tag route https://example.com/door/7 --association site.json

            Exit status: 0 every link opens an installed app, 1 one does not (it opens the browser, an app of the \
            system, or nothing), 4 the list is empty, 64 usage.
            """)

    @Argument(help: ArgumentHelp("The link, as a tag's URI record gives it.", valueName: "url"))
    var url: String?

    @Option(help: ArgumentHelp("A file with one link per line; - is standard input.", valueName: "file"))
    var list: String?

    @Flag(help: "With --list, print only the tally.")
    var quiet = false

    @OptionGroup var links: LinkOptions

    func validate() throws {
        guard (url == nil) != (list == nil) else {
            throw ValidationError("Name either a link or a file with --list.")
        }
        if quiet, list == nil { throw ValidationError("--quiet needs --list.") }
    }

    func run() throws {
        if let url {
            try explain(url)
        } else if let list {
            let router = try links.router(forHost: nil)
            let status: CommandStatus
            do throws(LinkListMistake) {
                status = try LinkList(path: list, isQuiet: quiet).route(with: router)
            } catch {
                throw ValidationError(error.description)
            }
            try status.leave()
        }
    }

    private func explain(_ url: String) throws {
        let host = (try? LinkURL(url))?.host
        let router = try links.router(forHost: host, leavingNamelessOut: host == nil)
        let explanation = router.explain(uri: url, conditions: PhoneConditions())
        let lines = explanation.lines + SiteText.lines(router.sites)
        StandardOutput.shared.write(lines.map { $0 + "\n" }.joined())
        if case .app = explanation.decision.destination { return }
        try CommandStatus.failed.leave()
    }
}
