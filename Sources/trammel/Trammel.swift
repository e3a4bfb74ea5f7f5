import ArgumentParser

@main
struct Trammel: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "A hardware-in-the-loop test rig that stands in for the phone.",
        subcommands: [VMCommand.self, ReaderHelperCommand.self])
}
