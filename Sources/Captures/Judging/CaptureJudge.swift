import Ground
import Links
import NearbyInteraction
public import Recordings
import Wording

/// Judges what a field capture of a phone and its accessories shows by itself: message by message, without a scenario.
///
/// It knows neither the room nor the app, so it judges only what every phone and accessory must do
/// (nearby-interaction.md, sections 1 to 4), and says what it could not judge. Time limits are this project's defaults
/// for the answer times (nearby-interaction.md 2.4), which are in no specification.
public struct CaptureJudge: Sendable {
    private var decoder = MeaningDecoder()
    private var exchanges: [ExchangeJudge] = []
    private var header: TraceHeader?
    private var now = Instant.start
    private var frames = 0
    private var hasRanging = false

    public init() {}

    /// Receives the next event of a trace or an import.
    public mutating func receive(_ event: TraceEvent) {
        switch event {
        case .began(let header):
            self.header = header
            decoder.learn(header)
        case .received(let arrival, _, let number):
            let meaning = decoder.meaning(of: arrival.inbound, at: arrival.instant)
            take(meaning, on: arrival.inbound.link, number, fromPhone: false, arrival.instant)
        case .sent(let outbound, let instant, let number):
            take(
                decoder.meaning(of: outbound, at: instant), on: outbound.link, number, fromPhone: true, instant)
        case .gap:
            for index in exchanges.indices { exchanges[index].noteGap() }
        case .waited, .clock, .stoodStill, .interrupted, .journal, .kernel, .ended: return
        }
    }

    private mutating func take(
        _ meaning: FrameMeaning, on link: LinkID, _ number: Int, fromPhone: Bool, _ instant: Instant
    ) {
        (now, frames) = (max(now, instant), number)
        if link == .kit { hasRanging = true }
        // The accessory is not answerable for the rig's own acts.
        switch meaning {
        case .request(.stage(.power(let name, _))), .request(.stage(.dropLink(let name))):
            for index in exchanges.indices where exchanges[index].name == name { exchanges[index].noteRigAct() }
        default: break
        }
        guard case .bluetooth(let name) = link, header?.channels[name] != .betweenPhones else { return }
        let index = exchanges.firstIndex { $0.name == name } ?? begin(name)
        let place = ExchangeJudge.Place(frame: number, instant: instant)
        exchanges[index].receive(meaning, fromPhone: fromPhone, at: place)
    }

    private var isOfOtherProgram: Bool { header?.scenario == ImportPlan.scenario }

    private mutating func begin(_ name: AccessoryName) -> Int {
        exchanges.append(
            ExchangeJudge(
                name, header?.channels[name], isChannelKnown: header?.handles[name] != nil,
                mayLackPackets: isOfOtherProgram))
        return exchanges.count - 1
    }

    /// The accessories with what was found, in the order of their first frame.
    public func judged() -> [CapturedAccessory] {
        exchanges.map { exchange in
            var exchange = exchange
            var judged = exchange.end(at: now)
            judged.isOfOtherProgram = isOfOtherProgram
            if judged.isJudged, !hasRanging { judged.notJudged.append(.capturedNoRanging) }
            return judged
        }
    }
}
