import OperatingSystem
public import Reports

/// The content that identifies a file as written by this program, so that a later command may replace it.
public struct FileSignature: Sendable {
    /// The number of bytes examined at the start and at the end of a file.
    private static let edge = 1 << 16

    private let start: String
    private let words: [String]
    /// Complete contents that carry no information and may always be replaced.
    private let empty: [String]

    public init(start: String, words: [String] = [], empty: [String] = []) {
        (self.start, self.words, self.empty) = (start, words, empty)
    }

    /// Returns whether the file has the mark. An empty file has none.
    func isOn(_ path: String) -> Bool {
        guard let file = try? Files.open(path), let size = try? FileStatus(of: file.number).size else { return false }
        defer { file.close() }
        guard size > 0 else { return true }
        guard let head = try? file.read(upTo: Self.edge, at: 0),
            let tail = try? file.read(upTo: Self.edge, at: max(0, size - Self.edge))
        else { return false }
        let texts = [head, tail].map { String(decoding: $0, as: UTF8.self) }
        if size <= Self.edge, empty.contains(texts[0]) { return true }
        return texts[0].hasPrefix(start) && words.allSatisfy { word in texts.contains { $0.contains(word) } }
    }
}

extension FileSignature {
    /// A page, of any kind.
    public static let page = FileSignature(start: "<!doctype html>\n<html lang=\"en\">", words: [" - Trammel</title>"])
    /// The result of any zoo: its keys are sorted, and these come after the runs.
    public static let zoo = FileSignature(start: "{\n", words: ["\"isComplete\" : ", "\"scenarios\" : "])
    public static let diagnosis = FileSignature(start: "{\n", words: ["\"knownScenarios\" : ", "\"tellingApart\" : "])
    /// The documents of a suite, a gate and a search, and the list of the files that were pruned from a run.
    public static let runs = FileSignature(start: "{\n", words: ["\"besides\" : ", "\"unkept\" : "])
    public static let gate = FileSignature(start: "{\n", words: ["\"doesNotProve\" : ", "\"started\" : "])
    public static let bisect = FileSignature(start: "{\n", words: ["\"bench\" : ", "\"versions\" : "])
    static let pruned = FileSignature(start: "{\n", words: ["\"files\" : ", "\"program\" : "])
    public static let knowledge = FileSignature(start: "trammel-knowledge ")
}

extension ReportForm {
    /// The text in every report of this format, whichever command wrote it.
    public var mark: FileSignature {
        switch self {
        case .junit: FileSignature(start: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"trammel")
        case .ctrf: FileSignature(start: "{\n  \"reportFormat\" : \"CTRF\"", words: ["\"name\" : \"trammel\""])
        case .tap: FileSignature(start: "TAP version 13\n# trammel ")
        case .otel: FileSignature(start: "{\n  \"resourceSpans\"", words: ["\"stringValue\" : \"trammel\""])
        case .codeQuality:
            // The format has no field for a program's name, so its layout identifies it.
            FileSignature(start: "[\n  {\n    \"check_name\" : \"", empty: ["[\n\n]\n", "[]\n", "[]"])
        }
    }

    /// Returns the place of a report that an option names.
    public func place(isForced: Bool) -> UnfinishedFile.Place { isForced ? .replacing : .replacingOwn(mark) }
}
