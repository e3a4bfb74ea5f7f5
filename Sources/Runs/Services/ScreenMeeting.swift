public import ApplicationServices
import Benches
public import Ground
import Links
import NetworkDriver

/// The instructions for a screen that meets a phone app.
public struct ScreenInstructions: Hashable, Sendable {
    var service: ServiceIdentifier
    var platforms: [CompanionPlatform]
    /// The device to choose; nil to only look.
    var device: String?
    /// The frames that the screen's app sends as soon as the first connection is ready.
    var frames: [ServiceFrame]
    var times: Int
    var apart: Lapse
    /// Names of the screen's defects.
    var defects: [String]

    public init(
        service: ServiceIdentifier, platforms: [CompanionPlatform] = CompanionPlatform.allCases, device: String? = nil,
        frames: [ServiceFrame] = [], times: Int = 1, apart: Lapse = .zero, defects: [String] = []
    ) {
        (self.service, self.platforms, self.device) = (service, platforms, device)
        (self.frames, self.times, self.apart, self.defects) = (frames, times, apart, defects)
    }

    var isDefective: Bool { !defects.isEmpty }
}

/// A simulated screen with a phone app under test, as a value: news at the screen go in; acts of its person, messages
/// and finally an outcome come out.
struct ScreenMeeting {
    enum Told: Hashable {
        case found(String, AgentRecord)
        case vanished(String)
        case unreadable(String, Malformed)
        /// The device is there, but the picker does not offer it.
        case unfit(String, Unfit)
        case finding(Finding)
        case lost(StreamEnd)
        case screen(ScreenEffect)
    }

    /// The reason why a device is not offered.
    enum Unfit: Hashable {
        case platform(CompanionPlatform)
        /// The service is not advertised, nor is a similar one.
        case service
        /// A similar service that a person could confuse with it is advertised.
        case nearMiss(ServiceIdentifier)
    }

    enum Effect: Hashable {
        case act(ScreenAct)
        case tell(Told)
        case fault(RigFault)
    }

    /// The verdict on the phone app.
    enum Outcome: Hashable {
        /// A connection became ready, and everything was readable. Without a device to choose: a device was offered.
        /// With a defective screen, which may make connections fail: the agent answered, and everything was readable.
        case met
        /// The agent was there, but the rest did not follow, or it sent something unreadable.
        case failed
        /// No agent with a record was found, or not the one to choose.
        case nobody
    }

    /// The reason why the app was not met.
    enum Lack: Hashable {
        /// Something received is unreadable or should not have been sent.
        case unreadable
        case notOffered
        case notAnswered
        /// There was an answer, but no connection became ready.
        case notReady
    }

    private let instructions: ScreenInstructions
    /// The device to choose, with the other agents that were found.
    private(set) var missing: MissingService
    private let obstacle: ([NetworkAddress]) -> RigFault?
    private var isThere = false
    private var isOffered = false
    private var isAnswered = false
    private var isReady = false
    private var hasFailed = false
    /// Whether there is nothing left to wait for.
    private(set) var isOver = false

    init(
        _ instructions: ScreenInstructions,
        obstacle: @escaping ([NetworkAddress]) -> RigFault? = { NetworkWay.obstacle(to: $0) }
    ) {
        (self.instructions, self.obstacle) = (instructions, obstacle)
        missing = MissingService(AgentLine.type, name: instructions.device)
    }

    var outcome: Outcome {
        guard isThere else { return .nobody }
        return lack == nil ? .met : .failed
    }

    /// The missing part of a meeting with an agent that is there.
    var lack: Lack? {
        if hasFailed { return .unreadable }
        guard instructions.device != nil else { return isOffered ? nil : .notOffered }
        if isReady || instructions.isDefective && isAnswered { return nil }
        return isAnswered ? .notReady : isOffered ? .notAnswered : .notOffered
    }

    var begin: [Effect] {
        let open = Effect.act(.openPicker(service: instructions.service, platforms: instructions.platforms))
        return [open] + (instructions.device.map { [.act(.pick(name: $0))] } ?? [])
    }

    mutating func hear(_ news: ScreenNews) -> [Effect] {
        switch news {
        case .found(let name, let record): return found(name, record)
        case .vanished(let name):
            missing.forget(name)
            return [.tell(.vanished(name))]
        case .lost(let addresses, let end):
            if let fault = end.fault(because: { obstacle(addresses) }) {
                isOver = true
                return [.fault(fault)]
            }
            return [.tell(.lost(end))]
        case .screen(let effect): return hear(effect)
        }
    }

    private mutating func found(_ name: String, _ record: TXTRecord) -> [Effect] {
        let isWanted = instructions.device.map { $0 == name } ?? true
        if isWanted { isThere = true } else { missing.note(name) }
        do throws(Malformed) {
            let reading = try AgentRecord.read(strings: record.strings)
            if isWanted, reading.findings.contains(where: { $0.weight == .fault }) { hasFailed = true }
            let findings = reading.findings.map { Effect.tell(.finding($0)) }
            let unfit = unfit(reading.record).map { [Effect.tell(.unfit(name, $0))] } ?? []
            return [.tell(.found(name, reading.record))] + findings + unfit
        } catch {
            if isWanted { hasFailed = true }
            return [.tell(.unreadable(name, error))]
        }
    }

    private func unfit(_ record: AgentRecord) -> Unfit? {
        guard instructions.platforms.contains(record.platform) else { return .platform(record.platform) }
        guard !record.services.contains(instructions.service) else { return nil }
        return record.services.first { $0.isNearMiss(of: instructions.service) }.map { .nearMiss($0) } ?? .service
    }

    private mutating func hear(_ effect: ScreenEffect) -> [Effect] {
        switch effect {
        case .offered(let devices):
            if !devices.isEmpty { isOffered = true }
            // An empty list says nothing before the first device was found; the network may not even have been
            // queried.
            return isOffered ? [.tell(.screen(effect))] : []
        case .prompting: isAnswered = true
        case .pickerEnded(let end):
            if Self.isAnswer(end) { isAnswered = true }
            // A defective screen may insist.
            isOver = !instructions.isDefective
        case .hello:
            defer { isReady = true }
            guard !isReady else { break }
            let frames = instructions.frames.map { frame in
                Effect.act(
                    .send(
                        type: frame.type, payload: frame.payload, times: instructions.times, apart: instructions.apart))
            }
            return [.tell(.screen(effect))] + frames
        case .finding(let finding): if finding.weight == .fault { hasFailed = true }
        case .transition(let transition): hear(transition.state)
        case .picked, .parked, .frame, .unsent, .open, .send, .close: break
        }
        return [.tell(.screen(effect))]
    }

    /// Handles a connection's state. An app that goes away ends its connections; one that sends something unreadable,
    /// or refuses after it consented, has failed.
    private mutating func hear(_ state: ConnectionState) {
        guard case .failed(let failure) = state else { return }
        switch failure {
        case .badMessage, .security, .refused: if !instructions.isDefective { hasFailed = true }
        case .aborted, .reset, .nobodyListens, .timedOut, .endOfStream, .networkDown: break
        }
    }

    /// Returns whether the agent ended the picker.
    private static func isAnswer(_ end: PickerEnd) -> Bool {
        switch end {
        case .denied, .notInstalled, .noListener, .busy, .failed(.refused): true
        case .unsupported, .dismissed, .timedOut, .failed: false
        }
    }
}
