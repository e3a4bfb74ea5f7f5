/// What is otherwise on a rig for this time, as the command line said it.
public struct RigOverrides: Hashable {
    /// What `--port` was given: `uwb=none`.
    public var ports: [String]
    /// What `--as` was given: `door=front`.
    public var names: [String]

    public init(ports: [String] = [], names: [String] = []) {
        self.ports = ports
        self.names = names
    }

    /// The same for another command line.
    public var words: [String] { pairs.flatMap { [$0.option, $0.value] } }

    /// Each as one text: `--port uwb=none`.
    public var options: [String] { pairs.map { "\($0.option) \($0.value)" } }

    private var pairs: [(option: String, value: String)] {
        ports.map { ("--port", $0) } + names.map { ("--as", $0) }
    }
}
