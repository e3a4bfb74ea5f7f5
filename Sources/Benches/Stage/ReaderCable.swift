import Links

/// The cable between a simulated reader and the machine: a pseudo-terminal that can be pulled and put back.
///
/// Pulled, its name is gone and whoever had it open hears nothing but errors; put back, another one has the same name,
/// as a serial converter has that a rule of udev names.
struct ReaderCable {
    private let path: String
    private var terminal: PseudoTerminal?
    /// Where the reader's bytes go; nil while the cable is out.
    var line: ByteLine?

    /// The cable is in at first.
    init(_ terminal: PseudoTerminal) {
        path = terminal.path
        self.terminal = terminal
        line = ByteLine(terminal.master)
    }

    mutating func plug(_ isIn: Bool) throws(RigFault) {
        guard isIn != (terminal != nil) else { return }
        close()
        guard isIn else { return }
        let new = try PseudoTerminal(link: path)
        terminal = new
        line = ByteLine(new.master)
    }

    mutating func close() {
        terminal?.close()
        terminal = nil
        line = nil
    }
}
