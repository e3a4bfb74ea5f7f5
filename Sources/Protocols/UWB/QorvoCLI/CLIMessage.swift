/// The content of a line, or of a group of lines, in the output of Qorvo's CLI (uwb.md 4.5).
public enum CLIMessage: Hashable, Sendable {
    /// A name and value from a block of session parameters.
    public struct Parameter: Hashable, Sendable {
        public let name: String
        /// The value as printed, including quotation marks.
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
        /// The status in the firmware's wording, for example `SUCCESS`, `Ok` or `RX_TIMEOUT`.
        public let status: String
        /// The distance in whole centimetres, as the firmware reports it; nil if there is none.
        public let centimetres: Int?
        /// All other fields, in the text's order.
        public let others: [Parameter]

        public init(address: UInt16, status: String, centimetres: Int?, others: [Parameter] = []) {
            self.address = address
            self.status = status
            self.centimetres = centimetres
            self.others = others
        }
    }

    /// A ranging round of firmware 1.1 or an older one.
    public struct Round: Hashable, Sendable {
        /// The fields before the measurements: session, sequence and block.
        public let heading: [Parameter]
        public let measurements: [Measurement]

        public init(heading: [Parameter], measurements: [Measurement]) {
            self.heading = heading
            self.measurements = measurements
        }
    }

    /// A frame that the listener received.
    public struct Heard: Hashable, Sendable {
        public let frame: [UInt8]
        public let others: [Parameter]
    }

    /// A block of session parameters.
    case parameters([Parameter])
    /// The state of a session, `INIT`, `IDLE` or `ACTIVE`, with its reason.
    case state(String, reason: String)
    case round(Round)
    /// The end of a session, with its reason.
    case stopped(reason: String)
    case heard(Heard)
    /// The answer to STAT: device, version and further details.
    case status([Parameter])
    /// A command succeeded.
    case ok
    /// A command was refused; carries the firmware's wording.
    case refused(String)
    /// Any other line: an echoed command, help, status, diagnostics.
    case other(String)
}
