import Ground
import Links
import NetworkDriver
import OperatingSystem
import RigKit
import Synchronization

/// A serial device of another computer, behind a server of RFC 2217.
///
/// It is open once the server has confirmed the line's rate. Text that comes before is the server's own, such as a
/// banner, or ser2net's "Device open failure", which explains the fault. Afterwards everything is the accessory's.
final class RemoteLine: ConsoleSource {
    /// The time limit for the server to confirm the rate.
    static let limit = Lapse.seconds(2)
    private static let shownLimit = 200

    private struct State {
        var client: RFC2217Client
        /// The accessory's first output, which came with the confirmation of the rate.
        var first: [UInt8] = []
    }

    private let socket: FileDescriptor
    private let accessory: AccessoryName
    private let place: String
    private let state: Mutex<State>

    init(_ host: String, _ port: UInt16, _ baud: Int, of accessory: AccessoryName, clock: MonotonicClock)
        throws(RigFault)
    {
        place = "\(NetworkSelector.endpoint(host: host, port: port))"
        self.accessory = accessory
        socket = try Self.connect(host, port, place, accessory)
        state = Mutex(State(client: RFC2217Client(rate: baud)))
        try agree(on: baud, clock)
    }

    private static func connect(_ host: String, _ port: UInt16, _ place: String, _ accessory: AccessoryName)
        throws(RigFault) -> FileDescriptor
    {
        let addresses = try NetworkWay.addresses(of: host, port: port)
        var why = "no address"
        for address in addresses {
            do throws(SystemError) { return try NetworkWay.connect(to: address) } catch { why = errorText(error.code) }
        }
        throw RigFault(
            "the console of \(accessory), at \(place), could not be reached: \(why)",
            remedy: "See that the server of the serial line (ser2net, labgrid-exporter) runs there and that its port "
                + "is open")
    }

    /// Negotiates until the server has confirmed the rate.
    private func agree(on baud: Int, _ clock: MonotonicClock) throws(RigFault) {
        send(RFC2217Client.greeting)
        let poller = Poller(clock: clock)
        let deadline = clock.now + Self.limit
        while true {
            let (progress, preface) = state.withLock { ($0.client.state, $0.client.preface) }
            switch progress {
            case .open: return
            case .greeted, .agreed: break
            case .refused: throw fault("refuses the commands of RFC 2217", Self.otherServer)
            case .otherRate(let rate):
                throw fault("set \(rate) baud instead of \(baud)", "Choose a rate that its adapter knows")
            }
            guard clock.now < deadline else {
                throw fault("does not answer as a server of RFC 2217\(Self.quote(preface))", Self.otherServer)
            }
            _ = poller.wait([PollDescriptor(socket.number)], until: deadline)
            do throws(ConsoleEnd) {
                let bytes = try take()
                state.withLock { $0.first += bytes }
            } catch {
                throw fault("hung up at once\(Self.quote(state.withLock { $0.client.preface }))", Self.device)
            }
        }
    }

    private static let otherServer = "Name a port of ser2net with telnet(rfc2217,mode=server), or of labgrid-exporter"
    private static let device = "See that the serial device is plugged in at that computer, and that no one else has it"

    var numbers: [Int32] { [socket.number] }

    func read(hasFailed: Bool) throws(ConsoleEnd) -> [UInt8] {
        let first = state.withLock { state in
            defer { state.first = [] }
            return state.first
        }
        return first.isEmpty ? try take() : first
    }

    /// Reads from the server, answers it, and returns the line's data.
    private func take() throws(ConsoleEnd) -> [UInt8] {
        let bytes: [UInt8]?
        do throws(SystemError) { bytes = try socket.read(upTo: 4096) } catch {
            throw ConsoleEnd(fault: fault("is lost: \(errorText(error.code))", Self.device))
        }
        guard let bytes else { return [] }
        guard !bytes.isEmpty else { throw ConsoleEnd(fault: fault("hung up", Self.device)) }
        let (data, answer) = state.withLock { $0.client.receive(bytes) }
        if !answer.isEmpty { send(answer) }
        return data
    }

    func write(_ bytes: [UInt8]) -> RigFault? {
        let wire = RFC2217Client.encode(bytes)
        let written = (try? OperatingSystem.send(wire, to: socket)) ?? 0
        guard written != wire.count else { return nil }
        return fault("took \(written) of \(wire.count) bytes", "Check the network between both computers")
    }

    func close() { socket.close() }

    /// Sends an answer, which is short; if it does not go out, the server is not confirmed, or hangs up.
    private func send(_ bytes: [UInt8]) { _ = try? OperatingSystem.send(bytes, to: socket) }

    private func fault(_ how: String, _ remedy: String) -> RigFault {
        RigFault("the server \(place), with the console of \(accessory), \(how)", remedy: remedy)
    }

    private static func quote(_ bytes: [UInt8]) -> String {
        guard let last = BenchProgram.lines(of: bytes).last else { return "" }
        return ": \"\(String(last.prefix(shownLimit)).escapedForDisplay)\""
    }
}
