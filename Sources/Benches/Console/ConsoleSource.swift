import Ground
import Links
import OperatingSystem
import RigKit

/// Something that a console's bytes come from. It belongs to one reading thread; only `write` may be called from
/// another, and `close` when that thread has ended.
protocol ConsoleSource: AnyObject, Sendable {
    /// The descriptors to wait for.
    var numbers: [Int32] { get }

    /// Reads what is there, without waiting; throws if nothing more can come. `hasFailed` tells that a descriptor hung
    /// up or failed.
    func read(hasFailed: Bool) throws(ConsoleEnd) -> [UInt8]

    /// Writes to the accessory without waiting; returns the fault if it does not take everything.
    func write(_ bytes: [UInt8]) -> RigFault?

    /// Releases everything; safe to call again.
    func close()
}

/// The end of a console: the reason, and the bytes that came before it.
struct ConsoleEnd: Error {
    let fault: RigFault
    var bytes: [UInt8] = []
}

extension ConsolePort {
    /// The rate of the line, for messages; nil if it has none.
    var baud: Int? {
        switch self {
        case .serial(_, let baud), .rfc2217(_, _, let baud): baud
        case .pipe, .simulated, .none: nil
        }
    }

    /// Opens the source of a real console; throws what is wrong with it, and the remedy.
    func open(for accessory: AccessoryName, clock: MonotonicClock) throws(RigFault) -> any ConsoleSource {
        switch self {
        case .serial(let path, let baud): try SerialLine(path, baud, of: accessory)
        case .rfc2217(let host, let port, let baud): try RemoteLine(host, port, baud, of: accessory, clock: clock)
        case .pipe(let path): try ProgramLine(path, of: accessory, clock: clock)
        case .simulated, .none: preconditionFailure("the bench opens a pseudo-terminal for a simulated console")
        }
    }
}
