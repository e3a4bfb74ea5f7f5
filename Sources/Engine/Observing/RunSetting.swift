import Ground
import ScenarioKit
import TagRouting

/// A scenario with the facts about rig and phone on which it is judged.
struct RunSetting: Sendable {
    let scenario: Scenario
    /// The extra time that the stage may take for a walk, or to hold a tag to the reader.
    let stagePatience: Lapse
    /// The router that explains link destinations; nil if no explanation is needed.
    var router: TagRouter?
    /// The vendor-specific data channels of accessories that have one.
    var ownChannels: [AccessoryName: DataChannelProfile] = [:]
    /// The screens at which a person carries out the acts and confirms them.
    var screensByHand: Set<ScreenName> = []
    /// The tags that a program presents: the reader, not the program's answer, shows where they are.
    var tagsByProgram: Set<TagName> = []
    /// The accessories whose power a program switches.
    var powerByProgram: Set<AccessoryName> = []
    /// The accessories among them whose consoles, if they go away, show that the power did.
    var powerShownByConsole: Set<AccessoryName> = []
    /// The accessories whose radio of a kind a program blocks.
    var blockedByProgram: [Radio: Set<AccessoryName>] = [:]
    /// Whether a program moves the phone: only what it reads back is known about distances.
    var movesByProgram = false
    /// The largest error of a place that a person puts an accessory at; nil if no person moves the phone.
    var errorByHand: Distance?

    /// Whether what moves the phone reports where it is, with an error.
    var reportsPlaces: Bool { movesByProgram || errorByHand != nil }

    /// Returns the data channels that the phone looks for on an accessory.
    func channels(of name: AccessoryName) -> [DataChannelProfile] {
        if scenario.phones.contains(name) { return [.betweenPhones] }
        return ownChannels[name].map { [$0] } ?? scenario.phone.link.profiles
    }
}
