import Ground

/// An error of the virtual machine, which says what failed and what to do.
public enum VirtualMachineError: Error, Hashable, Sendable {
    /// Something that `trammel vm --fetch` provides is missing.
    case missing(what: String, place: String)
    /// The kernel that was found must not be used.
    case refused(kernel: String, reason: String)
    /// The host refused something that every start needs.
    case host(doing: String, reason: String)
    /// The machine ended, or stayed silent, before it could run the command.
    case notBooted(reason: String, console: [String])
    /// The machine ended while the command ran.
    case died(reason: String, console: [String])
    /// The guest's seconds are not the host's: none of its measurements mean anything.
    case wrongClock(guestSeconds: Double, hostSeconds: Double)
    /// The command ran longer than allowed.
    case timedOut(afterSeconds: Double)
    /// A signal asked this program to stop, and the command did not end by itself.
    case interrupted(signal: Int32)
    /// The command continued for too long after a signal was passed on to it.
    case unmoved(signal: Int32, afterSeconds: Double, console: [String])
}

extension VirtualMachineError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .missing, .refused: "\(what). \(remedy)."
        case .host: "\(what)."
        case .notBooted(let reason, let console):
            "the virtual machine did not start: \(reason). \(Self.lastWords(console))"
        case .died(let reason, let console):
            "the virtual machine ended before the command did: \(reason). Run it again; if that ends the same way, "
                + "the command brought the kernel down. \(Self.lastWords(console))"
        case .wrongClock(let guest, let host):
            "the virtual machine's clock was wrong: it went on by \(Lapse.milliseconds(Int(guest * 1_000))) in "
                + "\(Lapse.milliseconds(Int(host * 1_000))). Run it again, on a machine that has more time."
        case .timedOut(let seconds):
            "the command in the virtual machine was stopped after its limit of \(seconds) s: raise the limit, "
                + "or see why it takes so long."
        case .interrupted(let signal):
            "stopped by signal \(signal) before the command in the virtual machine had ended."
        case .unmoved(let signal, let seconds, let console):
            "the command in the virtual machine did not end within \(seconds) s of signal \(signal), and the machine "
                + "was ended. See whether the command heeds the signal. \(Self.lastWords(console))"
        }
    }

    /// The failure, as a sentence without its final full stop.
    public var what: String {
        switch self {
        case .missing(let what, let place): "\(what) is missing: looked for \(place)"
        case .refused(let kernel, let reason): "kernel \(kernel) is refused: \(reason)"
        case .host(let doing, let reason): "the virtual machine could not be started: \(doing): \(reason)"
        case .notBooted, .died, .wrongClock, .timedOut, .interrupted, .unmoved: description
        }
    }

    /// What to do about it, as a sentence without its final full stop.
    public var remedy: String {
        switch self {
        case .missing: "Run trammel vm --fetch, which fetches it"
        case .refused: "Remove it from the cache and run trammel vm --fetch to fetch a good one"
        case .host: "See what the host lets this user do"
        case .notBooted, .died, .wrongClock, .timedOut, .interrupted, .unmoved: "Run it again"
        }
    }

    private static func lastWords(_ lines: [String]) -> String {
        lines.isEmpty
            ? "Its console stayed empty." : "Its console's last lines:\n    " + lines.joined(separator: "\n    ")
    }
}
