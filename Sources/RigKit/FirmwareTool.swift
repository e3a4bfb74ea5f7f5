public import Ground

/// The programs that write firmware into an accessory and verify it (sheet bench.md, section 2.2).
///
/// Each is a list of words that no shell interprets; `{image}` is replaced by the path of the file. An exit status of 0
/// alone proves little, because many tools exit with 0 even when they fail: name what they print when they succeed or
/// fail.
public struct FirmwareTool: Codable, Hashable, Sendable {
    /// The word, or a part of one, that is replaced by the path of the firmware file.
    public static let image = "{image}"
    /// The time limit of each program, unless the rig sets another.
    public static let usualLimit = Lapse.seconds(120)

    /// The program that writes the file.
    public var write: [String]
    /// A second program that verifies what was written; nil if the first does.
    public var verify: [String]?
    /// A program that makes the accessory accept firmware again, run once after a failure; nil if there is none.
    public var recover: [String]?
    /// Texts each of which a line of the output must contain.
    public var mustPrint: [String]
    /// Texts none of which a line of the output may contain.
    public var mustNotPrint: [String]
    /// The time limit of each program.
    public var within: Lapse

    /// Creates a tool, by default one that verifies what it writes itself.
    public init(
        write: [String], verify: [String]? = nil, recover: [String]? = nil, mustPrint: [String] = [],
        mustNotPrint: [String] = [], within: Lapse = usualLimit
    ) {
        (self.write, self.verify, self.recover) = (write, verify, recover)
        (self.mustPrint, self.mustNotPrint, self.within) = (mustPrint, mustNotPrint, within)
    }

    /// The mistakes in it, each as a sentence without a full stop.
    var problems: [String] {
        var found: [String] = []
        for (act, words) in [("write", write), ("verify", verify), ("recover", recover)] {
            guard let words else { continue }
            if words.first?.allSatisfy(\.isWhitespace) != false {
                found.append("\"\(act)\" names no program")
            }
            if words.contains(where: { $0.contains("\0") }) {
                found.append("\"\(act)\" has a word with a zero byte")
            }
        }
        if !write.isEmpty, !write.contains(where: { $0.contains(Self.image) }) {
            found.append("none of the words of \"write\" contains \(Self.image), which is the path of the file")
        }
        if (mustPrint + mustNotPrint).contains(where: { $0.allSatisfy(\.isWhitespace) }) {
            found.append("\"mustPrint\" and \"mustNotPrint\" contain texts that are not blank")
        }
        if within < .seconds(1) || within > .seconds(604_800) {
            found.append("\"within\" is between 1 s and a week, 604800 s")
        }
        return found
    }
}
