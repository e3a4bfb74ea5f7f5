/// Runs that show which defects or faults are found: played in any order, and side by side.
public protocol PlayableZoo: Sendable {
    associatedtype Result: Sendable

    /// The number of runs.
    var count: Int { get }

    /// Plays the run with this index, counted from 0.
    func play(at index: Int) -> Result

    /// Returns the report on the results of all runs, in the order of their indices; without any, the report of a
    /// search that has not ended.
    func report(on results: [Result]) -> ZooReport
}

/// The results of a zoo for people and for other programs.
public struct ZooReport: Sendable {
    /// The matrix with its escapes, in lines of at most 80 columns.
    public let text: String
    /// Its escapes, false alarms and counts: one screen.
    public let brief: String
    /// The same as a JSON document, ending with a line feed: the same bytes for the same seed.
    public let json: [UInt8]
    /// Whether everything was found, and nothing healthy was blamed.
    public let isComplete: Bool

    /// Creates a report; without a brief text, the text is brief enough.
    init(text: String, brief: String? = nil, json: [UInt8], isComplete: Bool) {
        (self.text, self.brief, self.json, self.isComplete) = (text, brief ?? text, json, isComplete)
    }
}
