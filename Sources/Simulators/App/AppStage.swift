public import ApplicationServices
public import Ground
import Links
public import Vocabulary

/// An observation at a simulated screen; observations are in order.
public enum ScreenSight: Hashable, Sendable {
    /// An agent's record was resolved; it is not decoded yet.
    case found(String, [[UInt8]])
    /// An event at the screen, or an act on the network: opening, sending or closing.
    case effect(ScreenEffect)
    /// The user of the phone allowed it.
    case consented
}

/// A simulated screen, a simulated phone with an app, and the network between them, in virtual time.
public struct AppStage: Sendable {
    private static let screen: ScreenName = "screen"
    private static let phone: CompanionName = "phone"

    private var network: CompanionNetwork
    private var app: SimulatedApp
    private var sights: [(instant: Instant, sight: ScreenSight)] = []

    /// Creates a stage on which the phone is called `name` in the network; without a name, no phone is there.
    public init(_ app: SimulatedApp, named name: String?, screen build: ScreenBuild, seed: UInt64) {
        self.app = app
        network = CompanionNetwork(screens: [(Self.screen, build)], seed: seed)
        network.watch()
        network.trustsAnyClient = app.has(.trustsAnyClient)
        if let name { network.receive(.publish(Self.phone, shownAs: name, strings: app.strings), at: .start) }
    }

    /// The time at which `advance` has something to do.
    public var deadline: Instant? { [network.deadline, app.deadline].compactMap(\.self).min() }

    /// Performs an act of the screen's user.
    public mutating func perform(_ act: ScreenAct, at now: Instant) { network.perform(act, at: Self.screen, at: now) }

    /// Probes the phone from the screen.
    public mutating func perform(_ probe: ScreenProbe, at now: Instant) {
        network.perform(probe, at: Self.screen, at: now)
    }

    /// Performs an act of the phone's user.
    public mutating func perform(_ act: AppAct, at now: Instant) { carryOut(app.perform(act, at: now), at: now) }

    /// Does what is due.
    public mutating func advance(to now: Instant) {
        while let due = deadline, due <= now {
            if let inbound = network.advance(to: now) { deliver(inbound, at: now) }
            if let due = app.deadline, due <= now { carryOut(app.advance(to: now), at: now) }
        }
    }

    /// Returns the observations since the last call.
    public mutating func take() -> [(instant: Instant, sight: ScreenSight)] {
        defer { sights = [] }
        return network.takeSights() + sights
    }

    private mutating func deliver(_ inbound: Inbound, at now: Instant) {
        guard case .stream(let stream, let event) = inbound else { return }
        let id = TransportID(Int(stream.connection))
        switch event {
        case .opened: carryOut(app.accepted(id, at: now), at: now)
        case .bytes(let bytes): carryOut(app.received(id, bytes, at: now), at: now)
        case .ended(let reason):
            carryOut(app.ended(id, reason == .remote || reason == .local ? .endOfStream : .reset, at: now), at: now)
        case .closed, .service: break  // no connection came of it
        }
    }

    private mutating func carryOut(_ wishes: [AppRequest], at now: Instant) {
        for wish in wishes {
            switch wish {
            case .send(let id, let bytes): network.receive(.bytes(bytes), on: stream(id), at: now)
            case .close(let id, .orderly): network.receive(.close, on: stream(id), at: now)
            case .close(let id, .reset): network.receive(.reset, on: stream(id), at: now)
            case .consented: sights.append((now, .consented))
            }
        }
    }

    private func stream(_ id: TransportID) -> StreamID {
        StreamID.agent(of: Self.phone, connection: UInt32(clamping: id.rawValue))
    }
}
