public import Ground
import OpenSSL
import Recordings
public import RigKit
public import ScenarioKit

/// The scenario and the rig of a run, for its seal.
public struct RunMaterial {
    private let scenario: Scenario
    private let rig: Rig

    public init(_ scenario: Scenario, on rig: Rig) { (self.scenario, self.rig) = (scenario, rig) }

    /// The hashes of both as JSON, byte for byte as in a trace.
    public var content: (scenario: ContentHash, rig: ContentHash) {
        (ContentHash.of(WrittenTexts.text(of: scenario)), ContentHash.of(TraceHeader.text(of: rig)))
    }
}
