import ApplicationServices
import Ground

/// Application services: an agent's record, the apps' frames, and the messages of both sides.
enum ServiceTargets {
    static let all = [
        FuzzTarget("service-frames", seeds: { frames }, take: frame),
        FuzzTarget("service-record", seeds: { records }, take: record),
        FuzzTarget("service-control", seeds: { messages }, take: control),
        FuzzTarget("service-agent", seeds: { messages }, take: agent),
    ]

    private static let pin = "00112233445566778899aabbccddeeff"
    private static let digest = ServiceParameters.standard.digest

    private static var frames: [[UInt8]] {
        let move = ServiceFrame(type: 2, payload: Array("X,0,1".utf8)).encoded
        return [move + ServiceFrame(type: 1, payload: []).encoded + move, Seeds.bytes("00 00 00 02 00 00 00 05")]
    }

    private static var records: [[UInt8]] {
        let record = AgentRecord(platform: .iOS, services: ["game", "chess"], pin: pin)
        return [(try? record.encoded()) ?? []]
    }

    private static var messages: [[UInt8]] {
        let all: [ControlMessage] = [
            .invite("game", .iOS, digest), .connect(ServiceToken(rawValue: 1), digest), .hello, .data([1, 2]),
            .refused(ServiceRefusal(.full)), .aborted(.background),
        ]
        return all.map(\.encoded) + [all.flatMap(\.encoded)]
    }

    /// Checks that the result is the same for the whole input and for pieces, and that at most one frame is buffered.
    private static func frame(_ input: [UInt8]) {
        let longest = 200
        var whole = ServiceFramer(longest: longest)
        let wanted = whole.receive(input) + whole.finish()
        var cut = ServiceFramer(longest: longest)
        var found: [ServiceFramer.Output] = []
        for piece in pieces(of: input) {
            found += cut.receive(piece)
            must(cut.waitingCount < ServiceFrame.headerSize + longest, "\(cut.waitingCount) bytes wait")
        }
        found += cut.finish()
        must(found == wanted, "pieces give \(found) for \(wanted)")
        for case .finding(let finding) in found {
            must((0...input.count).contains(finding.offset ?? 0), "\(finding) lies outside")
        }
    }

    private static func record(_ input: [UInt8]) {
        do throws(Malformed) {
            let record = try AgentRecord.read(input).record
            guard let again = try? record.encoded() else { return }
            must((try? AgentRecord.read(again).record) == record, "\(record) does not survive")
        } catch {
            must((0...input.count).contains(error.offset), "\(error) lies outside")
        }
    }

    private static func control(_ input: [UInt8]) {
        var stream = ControlStream()
        var messages: [ControlMessage] = []
        do throws(Malformed) {
            try stream.receive(input, into: &messages)
        } catch {
            must((0...input.count).contains(error.offset), "\(error) lies outside")
        }
        let again = messages.flatMap(\.encoded)
        must(Array(input.prefix(again.count)) == again, "\(messages) do not survive")
        var cut = ControlStream()
        var found: [ControlMessage] = []
        for piece in pieces(of: input) { try? cut.receive(piece, into: &found) }
        must(found == messages, "pieces give \(found) for \(messages)")
    }

    /// Checks that an agent accepts any input.
    private static func agent(_ input: [UInt8]) {
        var agent = CompanionAgent(platform: .iOS, pin: pin, apps: [CompanionApp("app", services: ["game"])])
        var now = Instant.start
        for (index, piece) in pieces(of: input).enumerated() {
            let id = TransportID(index / 3)
            let event = AgentInput.AppEvent.allCases[
                (piece.first.map(Int.init) ?? 0) % AgentInput.AppEvent.allCases.count]
            now = now + .milliseconds(piece.count * 100)
            for input in [.accepted(id), .received(id, Array(piece)), .app("app", event)] as [AgentInput] {
                _ = agent.receive(input, at: now)
            }
            must(agent.deadline.map { $0 > now } ?? true, "what is due was not done")
        }
    }
}
