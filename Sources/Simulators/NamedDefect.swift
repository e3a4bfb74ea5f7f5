public import Ground

/// A defect of a simulated part, identified by a failure code.
public protocol NamedDefect: RawRepresentable<String>, CaseIterable, Hashable, Sendable where AllCases == [Self] {
    /// The part that has it, with an article: `a screen`.
    static var subject: String { get }
    /// The behaviour, in one sentence.
    var meaning: String { get }
    /// The code of a failure that identifies it.
    var sign: FailureCode { get }
}

extension ScreenDefect: NamedDefect { public static var subject: String { "a screen" } }
extension AppDefect: NamedDefect { public static var subject: String { "a phone app" } }
extension PeerDefect: NamedDefect { public static var subject: String { "another phone's app" } }
