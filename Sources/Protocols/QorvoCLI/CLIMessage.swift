/// What a line, or a group of lines, of the Qorvo command line's output says (ultra-wideband fact sheet 4.5).
public enum CLIMessage: Hashable, Sendable {
    /// One name and value of a block of session parameters.
    public struct Parameter: Hashable, Sendable {
        public let name: String
        /// As it stands in the text, with quotation marks.
        public let value: String

        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// One measurement of a round.
    public struct Measurement: Hashable, Sendable {
        /// The peer's short address.
        public let address: UInt16
        /// As the firmware writes it: `SUCCESS`, `Ok`, `RX_TIMEOUT`.
        public let status: String
        /// In whole centimetres as the firmware gives it; nil when there was none.
        public let centimetres: Int?
        /// Everything else that stands with it, in the text's order.
        public let others: [Parameter]

        public init(address: UInt16, status: String, centimetres: Int?, others: [Parameter] = []) {
            self.address = address
            self.status = status
            self.centimetres = centimetres
            self.others = others
        }
    }

    /// A ranging round of firmware 1.1 or of the older ones.
    public struct Round: Hashable, Sendable {
        /// What stands before the measurements: session, sequence and block.
        public let heading: [Parameter]
        public let measurements: [Measurement]

        public init(heading: [Parameter], measurements: [Measurement]) {
            self.heading = heading
            self.measurements = measurements
        }
    }

    /// A frame that the listener heard.
    public struct Heard: Hashable, Sendable {
        public let frame: [UInt8]
        public let others: [Parameter]
    }

    /// A block of session parameters.
    case parameters([Parameter])
    /// The state of a session: `INIT`, `IDLE`, `ACTIVE`, with its reason.
    case state(String, reason: String)
    case round(Round)
    /// A session that ended, with its reason.
    case stopped(reason: String)
    case heard(Heard)
    /// The answer to STAT: device, version and what else the firmware says of itself.
    case status([Parameter])
    /// A command was carried out.
    case ok
    /// A command was refused, in the firmware's words.
    case refused(String)
    /// Any other line: an echoed command, help, status, diagnostics.
    case other(String)
}
