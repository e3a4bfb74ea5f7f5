/// A problem that prevents the command from doing its work and says nothing about the accessory: exit status 3.
public struct CommandError: Error, Codable, CustomStringConvertible {
    /// The failure and its cause, as a sentence without its final full stop.
    public let what: String
    /// What to do about it, as a sentence without its final full stop; nil if `what` says everything.
    public let remedy: String?

    public init(what: String, remedy: String?) {
        self.what = what
        self.remedy = remedy
    }

    public static func cannotWrite(_ path: String, _ error: any Error) -> CommandError {
        CommandError(
            what: "\(path) cannot be written: \(error)",
            remedy: "Make room there, or name a folder that you may write to")
    }

    public var description: String { what + (remedy.map { ". \($0)." } ?? "") }
}
