import ArgumentParser
import NFCDriver

/// The process in which libnfc runs; started by the rig and never by people.
struct ReaderChildCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: ReaderChild.command, abstract: "Drives an NFC reader for another trammel process.",
        shouldDisplay: false)

    @Argument(help: "libnfc's connection string.")
    var connection: String

    func run() throws {
        throw ExitCode(ReaderChild.run(connection: connection))
    }
}
