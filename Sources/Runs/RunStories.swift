import Evidence
import Ground
import Journal
import OperatingSystem
import Reports

/// The contents of the journals of a command's runs, limited in size; runs that did not pass take precedence.
struct RunStories {
    /// The maximum number of steps and frames of all runs together; a single run is included completely or not at all.
    static let mostParts = 200_000
    /// The maximum size of a journal; a larger one is skipped.
    private static let mostOfJournal = 256 << 20

    /// The stories by the index of their run.
    private(set) var told: [Int: RunStory] = [:]
    private var left = Self.mostParts

    /// Reads the journals; `names` are the runs' folders in `folder`, in the order of the runs.
    init(of runs: [RunSummary], in folder: String, named names: [String]) {
        let places = runs.indices.filter { names.indices.contains($0) }
        let inOrder = places.filter { !Self.isDull(runs[$0]) } + places.filter { Self.isDull(runs[$0]) }
        for place in inOrder { read(place, "\(folder)/\(names[place])/journal.jsonl") }
    }

    private static func isDull(_ run: RunSummary) -> Bool { [.passed, .skipped].contains(run.verdict.kind) }

    private mutating func read(_ place: Int, _ path: String) {
        guard left > 0, Files.kind(of: path) == .regular,
            let bytes = try? Files.bytes(of: path, atMost: Self.mostOfJournal)
        else { return }
        var story = RunStory()
        for line in bytes.split(separator: 0x0A) {
            if let entry = try? JournalEntry(jsonLine: Array(line)) { story.receive(entry) }
        }
        let parts = story.steps.count + story.frames.count
        guard parts <= left else { return }
        left -= parts
        told[place] = story
    }
}
