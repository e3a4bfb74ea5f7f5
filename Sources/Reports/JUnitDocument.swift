public import Ground

/// A JUnit XML document as values; counts and total times follow from its cases.
///
/// It is limited to what the strictest common reader accepts: not all versions of the schema junit-10.xsd of Jenkins'
/// xunit plugin allow properties, or file and line, on a test case, and the document as a whole has no count of
/// skipped ones. GitLab merges test cases of equal class and name, and shows a failure's text instead of its message.
/// Names, messages and attributes must be escaped for display; details, notes and output may have several lines.
public struct JUnitDocument {
    public struct Suite {
        public let name: String
        /// The start in UTC; a trailing `Z` is dropped, as readers of such reports expect.
        public let began: String
        public let host: String
        /// More attributes, in order.
        public var attributes: [(name: String, value: String)] = []
        public var properties: [(name: String, value: String)] = []
        public var cases: [Case] = []
        /// The suite's output; nil for none.
        public var output: String?

        public init(name: String, began: String, host: String) {
            (self.name, self.began, self.host) = (name, began, host)
        }
    }

    public struct Case {
        let className: String
        let name: String
        let time: Lapse
        public var outcome = Outcome.passed
        /// Failures that are tolerated; they do not count.
        public var tolerated: [(problem: Problem, trace: String)] = []
        /// The lines of the case's output.
        public var notes: [String] = []

        /// Creates a case; `classParts` are joined by dots. Jenkins takes the text after the last dot for the class and
        /// the text before it for the package.
        public init(_ name: String, of classParts: [String], time: Lapse) {
            (self.name, self.time) = (name, time)
            className = classParts.map(Self.word).joined(separator: ".")
        }

        /// Returns a part of a class name, without dots.
        private static func word(_ text: String) -> String {
            let word = String(text.map { $0 == "." || $0 == " " ? "_" : $0 })
            return word.isEmpty ? "_" : word
        }
    }

    public struct Problem {
        let type: String?
        let message: String

        public init(_ type: String?, _ message: String) { (self.type, self.message) = (type, message) }
    }

    public enum Outcome {
        case passed
        case failed(Problem, details: String)
        case error(Problem, details: String)
        case skipped(Problem, details: String?)
    }

    public let name: String
    /// A remark for people who open the file; nil for none.
    public let comment: String?
    public var suites: [Suite]

    public init(name: String, comment: String? = nil, suites: [Suite]) {
        (self.name, self.comment, self.suites) = (name, comment, suites)
    }

    public var text: String {
        var xml = XMLText()
        xml.open("testsuites", [("name", name)] + Self.counts(of: suites.flatMap(\.cases)))
        if let comment { xml.comment(comment) }
        for suite in suites { Self.write(suite, to: &xml) }
        xml.close()
        return xml.text
    }

    private static func counts(of cases: [Case]) -> [(String, String)] {
        var (failures, errors, time) = (0, 0, Lapse.zero)
        for one in cases {
            time = time + one.time
            switch one.outcome {
            case .failed: failures += 1
            case .error: errors += 1
            case .passed, .skipped: break
            }
        }
        return [
            ("tests", "\(cases.count)"), ("failures", "\(failures)"), ("errors", "\(errors)"), ("time", seconds(time)),
        ]
    }

    private static func write(_ suite: Suite, to xml: inout XMLText) {
        let skipped = suite.cases.count { if case .skipped = $0.outcome { true } else { false } }
        let began = suite.began.hasSuffix("Z") ? String(suite.began.dropLast()) : suite.began
        xml.open(
            "testsuite",
            [("name", suite.name)] + counts(of: suite.cases)
                + [("skipped", "\(skipped)"), ("timestamp", began), ("hostname", suite.host)] + suite.attributes)
        xml.open("properties")
        for (name, value) in suite.properties { xml.element("property", [("name", name), ("value", value)]) }
        xml.close()
        for one in suite.cases { write(one, to: &xml) }
        if let output = suite.output { xml.element("system-out", content: output) }
        xml.close()
    }

    private static func write(_ one: Case, to xml: inout XMLText) {
        xml.open("testcase", [("classname", one.className), ("name", one.name), ("time", seconds(one.time))])
        switch one.outcome {
        case .passed: break
        case .failed(let problem, let details): xml.element("failure", attributes(of: problem), content: details)
        case .error(let problem, let details): xml.element("error", attributes(of: problem), content: details)
        case .skipped(let problem, let details):
            xml.element("skipped", attributes(of: problem), content: details ?? "")
        }
        for (problem, trace) in one.tolerated {
            xml.open("flakyFailure", attributes(of: problem).reversed())
            xml.element("stackTrace", content: trace)
            xml.close()
        }
        if !one.notes.isEmpty {
            xml.element("system-out", content: "\n" + one.notes.joined(separator: "\n") + "\n")
        }
        xml.close()
    }

    private static func attributes(of problem: Problem) -> [(String, String)] {
        (problem.type.map { [("type", $0)] } ?? []) + [("message", problem.message)]
    }

    private static func seconds(_ span: Lapse) -> String { decimal(span.seconds, places: 3) }

    /// Returns the note with which Jenkins attaches a file to a case; nil if its path cannot be written in one.
    public static func attachment(_ path: String) -> String? {
        path.contains { "[]|".contains($0) } ? nil : "[[ATTACHMENT|\(path.escapedForDisplay)]]"
    }
}
