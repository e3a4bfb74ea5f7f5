import ArgumentParser
import Phone
import Reports
import Runs
import Terminal

/// Shows the complete contents of a tag, and where a phone would go with it.
struct TagReadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: "Show what is on a tag, and where a phone would take it.",
        discussion: """
            On a simulated or virtual rig one of its tags is presented; elsewhere hold a tag to the reader. A phone's \
            apps and their sites' association files are given with --association HOST=FILE; without any, web addresses \
            open the browser.

            Exit status: 0 read, 1 the tag cannot be read or something on it is against the specification, 3 the rig \
            was wrong, 4 no tag came, 64 usage.
            """)

    @OptionGroup var place: TagBenchOptions

    @OptionGroup var links: LinkOptions

    func run() throws {
        let router = try links.router(forHost: nil)
        if let status = try place.playInMachine(["tag", "read"] + links.words) { throw ExitCode(status) }
        let text = TagText(try place.play(.read), router: router)
        StandardOutput.shared.write(text.lines.map { $0 + "\n" }.joined())
        try text.status.leave()
    }
}
