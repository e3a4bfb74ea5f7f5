/// What is otherwise on a rig for this time, as the command line said it.
struct RigOverrides: Hashable {
    /// What `--port` was given: `uwb=none`.
    var ports: [String] = []
    /// What `--as` was given: `door=front`.
    var names: [String] = []

    /// The same for another command line.
    var words: [String] { pairs.flatMap { [$0.option, $0.value] } }

    /// Each as one text: `--port uwb=none`.
    var options: [String] { pairs.map { "\($0.option) \($0.value)" } }

    private var pairs: [(option: String, value: String)] {
        ports.map { ("--port", $0) } + names.map { ("--as", $0) }
    }
}
