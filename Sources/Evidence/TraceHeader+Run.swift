public import Ground
import JSON
import NearbyInteraction
import OperatingSystem
public import Recordings
public import RigKit
public import ScenarioKit
import Traces

extension TraceHeader {
    /// Creates the header of a run, with the current wall clock. Without its texts, which take time to encode, it only
    /// names what is on the links.
    public init(
        _ scenario: Scenario, on rig: Rig, seed: UInt64, at start: Instant, hasTexts: Bool = true
    ) {
        let needs = scenario.needs
        self.init(
            scenario: scenario.name, rig: rig.name, seed: seed, program: "\(Program.name) on \(Program.system)",
            wallClock: Self.wallNow,
            start: start, accessories: rig.accessories.map(\.name) + scenario.phones,
            hasKit: needs.contains(.uwb) && rig.uwb != .none,
            hasReader: needs.contains(.nfc), scenarioText: hasTexts ? WrittenTexts.text(of: scenario) : "",
            rigText: hasTexts ? Self.text(of: rig) : "", channels: Self.channels(of: scenario, on: rig))
    }

    /// Returns the data channels that are not one of the known accessories' profiles.
    private static func channels(of scenario: Scenario, on rig: Rig) -> [AccessoryName: DataChannelProfile] {
        let phones = scenario.phones.map { ($0, DataChannelProfile.betweenPhones) }
        return rig.ownChannels.merging(phones) { $1 }
    }

    private static let playedAgainMark = ", a recorded phone"

    /// Whether the trace is that of a live replay, in which a recorded phone was played.
    public var isPlayedAgain: Bool { program.hasSuffix(Self.playedAgainMark) }

    /// Returns the header of a live replay's trace.
    public static func playingAgain(
        _ scenario: Scenario, on rig: Rig, seed: UInt64, at start: Instant
    ) -> TraceHeader {
        var header = TraceHeader(scenario, on: rig, seed: seed, at: start)
        header.program += playedAgainMark
        return header
    }

    private static var wallNow: WallInstant {
        let (seconds, rest) = WallClock.now.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return WallInstant(seconds: seconds, nanoseconds: rest) ?? WallInstant(nanoseconds: 0)
    }

    /// Returns the rig as JSON with sorted keys.
    static func text(of rig: Rig) -> String { WrittenTexts.text(of: rig, written) }

    private static func written(_ rig: Rig) -> String { String(decoding: JSON.line(rig), as: UTF8.self) }
}
