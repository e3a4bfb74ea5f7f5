import ATT
import Ground

/// What a procedure does next.
enum ProcedureStep {
    case request(ATTPDU)
    /// Send a PDU that has no answer, and end.
    case command(ATTPDU, GATTOutcome)
    case done(GATTOutcome)
    /// The server broke the protocol: report it, and end.
    case violation(Finding)
    /// Report something doubtful, and go on.
    indirect case noted([Finding], ProcedureStep)

    static func fault(_ meaning: String) -> ProcedureStep { .violation(Finding("gatt.procedure", .fault, meaning)) }
}

/// One GATT procedure: a request at a time, until it is done (Core Specification, volume 3, part G, section 4).
protocol ClientProcedure: Sendable {
    mutating func start(mtu: UInt16) -> ProcedureStep
    /// Takes the response to the last request; the bearer has checked that it is one.
    mutating func receive(_ response: ATTPDU, mtu: UInt16) -> ProcedureStep
    mutating func receive(error code: ATTErrorCode, on handle: AttributeHandle) -> ProcedureStep
}

extension ClientProcedure {
    mutating func receive(error code: ATTErrorCode, on handle: AttributeHandle) -> ProcedureStep {
        .done(.failed(.refused(code, handle)))
    }

    func unexpected(_ response: ATTPDU) -> ProcedureStep { .fault("\(response.opcode) answers nothing that was asked") }
}

/// Walks through a range of handles, and stops a server that would keep the client walking for ever.
///
/// Handles must increase, so a walk ends after at most 65,535 items.
struct HandleWalk {
    /// What is still to be searched; nil when the end has been reached.
    private(set) var rest: HandleRange?
    private let end: AttributeHandle

    init(_ range: HandleRange) {
        rest = range.isValid ? range : nil
        end = range.end
    }

    /// Takes the handles of the next item; says what is wrong with them.
    mutating func pass(_ first: AttributeHandle, _ last: AttributeHandle, _ what: String) -> Finding? {
        guard let rest, first >= rest.start else {
            return Finding("gatt.procedure", .fault, "\(what): handle \(first) does not increase")
        }
        guard last >= first else {
            return Finding("gatt.procedure", .fault, "\(what): the group ends at \(last), before \(first)")
        }
        guard last <= end else {
            return Finding("gatt.procedure", .fault, "\(what): handle \(last) is beyond the end, \(end)")
        }
        self.rest = last == end ? nil : last.next.map { HandleRange($0, end) }
        return nil
    }

    mutating func pass(_ handle: AttributeHandle, _ what: String) -> Finding? { pass(handle, handle, what) }
}

/// Exchange MTU: once a connection, before anything else.
struct ExchangeMTU: ClientProcedure {
    let ownMTU: UInt16

    mutating func start(mtu: UInt16) -> ProcedureStep { .request(.exchangeMTURequest(ownMTU)) }

    mutating func receive(_ response: ATTPDU, mtu: UInt16) -> ProcedureStep { .done(.mtu(mtu)) }
}
