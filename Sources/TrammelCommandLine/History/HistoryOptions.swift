import ArgumentParser
import Evidence
import Ground
import History
import Reports
import Runs

/// The options that select a history and its output format.
struct HistoryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The history file; by default trammel/history.sqlite in the user's state folder (XDG_STATE_HOME).",
            valueName: "file"))
    var store: String?

    @Flag(help: "Write one JSON document for other programs.")
    var json = false

    /// Returns the selected history; throws a usage error if a user without a home directory names none.
    func history() throws -> HistoryStore {
        if let store {
            guard !store.isEmpty, store.last != "/" else { throw ValidationError("'\(store.shown())' names no file.") }
            return HistoryStore(store)
        }
        guard let usual = HistoryStore.usual else {
            throw ValidationError("This user has no state folder: name the history file with --store.")
        }
        return usual
    }

    /// Prints to standard error what was done to the store before it could be used.
    static func tell(_ notes: [String]) {
        for note in notes { StandardOutput.error.write("\(Program.command): \(note)".escapedForDisplay + "\n") }
    }

    static func write(_ lines: [String]) { StandardOutput.shared.write(lines.map { $0 + "\n" }.joined()) }

    static func write(_ document: [UInt8]) { StandardOutput.shared.write(String(decoding: document, as: UTF8.self)) }
}

/// The options that select the runs for a query.
struct HistoryFilterOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only this scenario; '*' matches anything.", valueName: "name"))
    var scenario: String?

    @Option(help: ArgumentHelp("Only this bench: its name as shown, or a rig's name.", valueName: "bench"))
    var bench: String?
}

/// The requirements for calling a scenario without a failure passed.
struct PassThresholdOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Call a scenario passed if it is shown to fail in fewer than this percentage of runs.", valueName: "percent"
        ))
    var below: Double = PassThreshold.usual.rate * 100

    @Option(help: ArgumentHelp("The confidence for that.", valueName: "percent"))
    var confidence: Double = PassThreshold.usual.confidence * 100

    func validate() throws {
        for (name, value) in [("--below", below), ("--confidence", confidence)] where !(value > 0 && value < 100) {
            throw ValidationError("\(name) is a percentage between 0 and 100.")
        }
    }

    var bar: PassThreshold { PassThreshold(rate: below / 100, confidence: confidence / 100) }
}

extension HistoryAnswer {
    /// Returns the value; if there is none, prints `nothing` and throws the error that ends the command.
    func value(or nothing: String) throws(NothingShown) -> Value {
        HistoryOptions.tell(notes)
        guard let value else { throw NothingShown(nothing) }
        return value
    }
}

/// The error for an empty result, which is not a success.
struct NothingShown: Error {
    init(_ what: String) {
        StandardOutput.error.write("\(Program.command): \(what)".escapedForDisplay + "\n")
    }

    static let noHistory = "there is no history: 'history import' makes one from run folders"
}

extension CommandStatus {
    /// Performs a query and ends the command with its status.
    static func leave(after body: () throws -> CommandStatus) throws {
        let status: CommandStatus
        do {
            status = try body()
        } catch let trouble as CommandError {
            status = CommandStatus.passed.worsened(by: trouble)
        } catch is NothingShown {
            status = .nothingShown
        }
        try status.leave()
    }
}
