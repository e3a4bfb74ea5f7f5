import ArgumentParser

@main
struct Trammel: ParsableCommand {
    /// The version of the program, which traces tell.
    static let version = "0.5"

    static let configuration = CommandConfiguration(
        abstract: "A hardware-in-the-loop test rig that stands in for the phone.",
        discussion: """
            Exit status: 0 all passed, 1 a scenario failed, 3 the rig was wrong, 4 nothing passed and nothing failed \
            (all skipped, nothing selected, aborted), 64 usage.
            """,
        version: version,
        subcommands: [
            ListCommand.self, RunCommand.self, CheckCommand.self, ZooCommand.self, TagCommand.self,
            ReplayCommand.self, ReduceCommand.self, ShowCommand.self, DiffCommand.self, ImportCommand.self,
            ExportCommand.self,
            AccessoryCommand.self,
            VMCommand.self, ReaderChildCommand.self,
        ])
}
