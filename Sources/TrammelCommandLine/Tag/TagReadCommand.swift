import ArgumentParser
import Phone
import Reports
import Runs

/// Shows the complete contents of a tag, and where a phone would go with it.
struct TagReadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: "Show what is on a tag, and where a phone would take it.",
        usage: "trammel tag read [<tag>] [<options>]",
        discussion: """
            On a simulated or virtual rig one of its tags is presented; on any other, hold a tag to the reader. Give a \
            phone's apps and their sites' association files with --association HOST=FILE; without any, web addresses \
            open the browser.

              trammel tag read --rig deskBench

            Exit status: 0 read, 1 the tag cannot be read or violates the specification, 3 the rig was at fault, 4 no \
            tag came, 64 usage, 75 another command has the bench.
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
