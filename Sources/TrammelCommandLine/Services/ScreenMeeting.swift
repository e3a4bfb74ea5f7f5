import ApplicationServices
import Benches
import Ground
import Links
import NetworkDriver

/// A simulated screen with a phone app under test, as a value: what is seen at the screen becomes what its person does,
/// what is told, and at last how it ended.
struct ScreenMeeting {
    /// What the screen is to do.
    struct Wishes: Hashable {
        var service: ServiceIdentifier
        var platforms = CompanionPlatform.allCases
        /// The device to choose; nil to look alone.
        var device: String?
        /// What the app sends as soon as the first connection is ready.
        var frames: [ServiceFrame] = []
        var times = 1
        var apart = Span.zero
        /// The screen has a defect.
        var isDefective = false
    }

    enum Told: Hashable {
        case found(String, AgentRecord)
        case vanished(String)
        case unreadable(String, Malformed)
        /// It is there, and the picker does not offer it.
        case unfit(String, Unfit)
        case finding(Finding)
        case lost(StreamEnd)
        case screen(ScreenEffect)
    }

    /// Why a device is not offered.
    enum Unfit: Hashable {
        case platform(CompanionPlatform)
        /// It advertises none that differs little either.
        case service
        /// A person could take the two for one.
        case nearMiss(ServiceIdentifier)
    }

    enum Effect: Hashable {
        case act(ScreenAct)
        case tell(Told)
        case fault(RigFault)
    }

    /// What can be said of the phone app.
    enum Outcome: Hashable {
        /// A connection got ready, and everything could be read. Without a device to choose: one was offered. With a
        /// defect of the screen, by which a connection may fail: the agent answered, and everything could be read.
        case met
        /// Its agent was there, and the rest did not follow, or it sent what cannot be read.
        case failed
        /// No agent with a record was found, or not the one that was to be chosen.
        case nobody
    }

    /// Why it did not come about.
    enum Lack: Hashable {
        /// Something that came cannot be read, or should not have come.
        case unreadable
        case notOffered
        case notAnswered
        /// There was an answer, and no connection got ready.
        case notReady
    }

    private let wishes: Wishes
    private let obstacle: ([NetworkAddress]) -> RigFault?
    private var isThere = false
    private var isOffered = false
    private var isAnswered = false
    private var isReady = false
    private var hasFailed = false
    /// There is nothing left to wait for.
    private(set) var isOver = false

    init(
        _ wishes: Wishes, obstacle: @escaping ([NetworkAddress]) -> RigFault? = { NetworkWay.obstacle(to: $0) }
    ) {
        (self.wishes, self.obstacle) = (wishes, obstacle)
    }

    var outcome: Outcome {
        guard isThere else { return .nobody }
        return lack == nil ? .met : .failed
    }

    /// What is missing of a meeting with an agent that is there.
    var lack: Lack? {
        if hasFailed { return .unreadable }
        guard wishes.device != nil else { return isOffered ? nil : .notOffered }
        if isReady || wishes.isDefective && isAnswered { return nil }
        return isAnswered ? .notReady : isOffered ? .notAnswered : .notOffered
    }

    var begin: [Effect] {
        let open = Effect.act(.openPicker(service: wishes.service, platforms: wishes.platforms))
        return [open] + (wishes.device.map { [.act(.pick(name: $0))] } ?? [])
    }

    mutating func hear(_ news: ScreenNews) -> [Effect] {
        switch news {
        case .found(let name, let record): return found(name, record)
        case .vanished(let name): return [.tell(.vanished(name))]
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
        let isWanted = wishes.device.map { $0 == name } ?? true
        if isWanted { isThere = true }
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
        guard wishes.platforms.contains(record.platform) else { return .platform(record.platform) }
        guard !record.services.contains(wishes.service) else { return nil }
        return record.services.first { $0.isNearMiss(of: wishes.service) }.map { .nearMiss($0) } ?? .service
    }

    private mutating func hear(_ effect: ScreenEffect) -> [Effect] {
        switch effect {
        case .offered(let devices):
            if !devices.isEmpty { isOffered = true }
            // An empty list says nothing before anybody was found: the network may not even have been asked.
            return isOffered ? [.tell(.screen(effect))] : []
        case .prompting: isAnswered = true
        case .pickerEnded(let end):
            if Self.isAnswer(end) { isAnswered = true }
            // A screen with a defect may insist.
            isOver = !wishes.isDefective
        case .hello:
            defer { isReady = true }
            guard !isReady else { break }
            let frames = wishes.frames.map { frame in
                Effect.act(.send(type: frame.type, payload: frame.payload, times: wishes.times, apart: wishes.apart))
            }
            return [.tell(.screen(effect))] + frames
        case .finding(let finding): if finding.weight == .fault { hasFailed = true }
        case .transition(let transition): hear(transition.state)
        case .picked, .parked, .frame, .unsent, .open, .send, .close: break
        }
        return [.tell(.screen(effect))]
    }

    /// An app that goes ends its connections; one that cannot be read, or says no where it said yes, has failed.
    private mutating func hear(_ state: ConnectionState) {
        guard case .failed(let failure) = state else { return }
        switch failure {
        case .badMessage, .security, .refused: if !wishes.isDefective { hasFailed = true }
        case .aborted, .reset, .nobodyListens, .timedOut, .endOfStream, .networkDown: break
        }
    }

    /// Whether it was the agent that said so.
    private static func isAnswer(_ end: PickerEnd) -> Bool {
        switch end {
        case .denied, .notInstalled, .noListener, .busy, .failed(.refused): true
        case .unsupported, .dismissed, .timedOut, .failed: false
        }
    }
}
