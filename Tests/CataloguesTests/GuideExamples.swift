import GateKit
import RigKit
import Rigs
import ScenarioKit
import Scenarios

// The Swift of the guides, which `GuideTests` compares with them.

extension ScenarioGroup {
    static let ourDoor = ScenarioGroup(phone: .withDoorApp) {
        Scenario("walkUpAndTap", "Walks up to the door and taps it") {
            Connect(.door, within: .seconds(5))
            Exchange(.configuration, with: .door, within: .milliseconds(500))
            Walk(toward: .door, from: .metres(4), to: .metres(0.5), at: .metresPerSecond(1)) {
                Enter(.far, at: .metres(3), give: .metres(1))
                Enter(.near, at: .metres(1.5), give: .metres(1))
            }
            Tap(.doorTag) { Expect(.opened(.doorApp, path: "/door/open"), count: 1) }
        }
    }
}

extension Rig {
    /// Front door prototype, revision C, on the shelf by the window.
    static let frontDoor = Rig(
        name: "frontDoor", summary: "the front door on the shelf", kind: .hardware,
        bluetooth: .adapter(0),  // hci0
        uwb: .serial(path: "/dev/ttyACM0"),  // or .usb(vendor: 0x1915, product: 0x520F, serial: nil)
        nfc: .none,  // no reader: tag scenarios are left out, and counted
        accessories: [
            AccessoryEntry(
                "door", .le(.name("FrontDoor")), console: .serial(path: "/dev/ttyUSB1", baud: 115_200), power: .hand)
        ],
        tags: [], motion: .hand)
}

extension ScenarioGroup {
    static let patience = ScenarioGroup(
        suite: .conformance, tags: [.quick], phone: PhoneSetup(retry: .never), opening: .connected(.door),
        closing: .parting(.door)
    ) {
        Scenario(
            "lateConfigure", "Why it is there, in one sentence", tags: [.quick, .robustness],
            covers: [.complaint(.f26), .rule(.permission)]
        ) {
            Delaying(.shareableConfiguration, by: .seconds(1), times: 1) {
                Exchange(.configuration, with: .door, within: .seconds(10))
                    .otherwise("it does not start when configureAndStart comes late", when: .notStarted)
            }
        } always: {
            Expect(.removed(.door, reason: .timeout), count: 0)
        }
    }
}

extension Rig {
    static let ownChannel = Rig(
        name: "ownChannel", summary: "a door with its own UUIDs", kind: .hardware, bluetooth: .adapter(0), uwb: .none,
        nfc: .none,
        accessories: [
            AccessoryEntry(
                "door",
                .le(
                    .name("FrontDoor"),
                    channel: DataChannelProfile(
                        service: 0x0F8E2B1C_5A77_4D10_9C3E_1B2A3C4D5E6F,
                        write: 0x0F8E2B1D_5A77_4D10_9C3E_1B2A3C4D5E6F,
                        notify: 0x0F8E2B1E_5A77_4D10_9C3E_1B2A3C4D5E6F,
                        identifiers: MessageIdentifiers(initialize: 0x51, stop: 0x53))))
        ],
        tags: [], motion: .none)
}

extension AccessoryName {
    static let front: AccessoryName = "front"
    static let rear: AccessoryName = "rear"
}

extension ScenarioGroup {
    static let bothDoors = ScenarioGroup {
        Scenario("bothDoors", "Ranges with both doors at once") {
            Together {
                Lane { Connect(.front, within: .seconds(5)) }
                Lane { Connect(.rear, within: .seconds(5)) }
            }
            Exchange(.configuration, with: .front, within: .seconds(2))
            Exchange(.configuration, with: .rear, within: .seconds(2))
            Stay(.seconds(5)) {
                Expect(.ranging(.front), count: .atLeast(4))
                Expect(.ranging(.rear), count: .atLeast(4))
            }
            Stop(.front, within: .seconds(3))
            Stop(.rear, within: .seconds(3))
        }
    }
}

extension ScenarioGroup {
    static let quickEnough = ScenarioGroup(opening: .connected(.door)) {
        Scenario("quickEnough", "The first distance comes soon, twenty times in a row") {
            Repeat(20) {
                Exchange(.configuration, with: .door, within: .seconds(5))
                Await(.ranging(.door), within: .seconds(5))
                Stop(.door, within: .seconds(3))
            }
            Require(.firstFix(of: .door), percentile: 95, atMost: .milliseconds(1500))
            Require(.exchange(of: .door), percentile: 95, atMost: .milliseconds(500))
        }
    }
}

extension GatePlan {
    static let quick = GatePlan("quick", "The first distance comes soon") {
        Prove("fullFlow", .limit(quantity: "door: first distance", limit: .span(.milliseconds(1500))))
        RequireIdentity(.flashed)
    }
}

extension ScenarioGroup {
    static let ourTags = ScenarioGroup(phone: .withDoorApp) {
        Scenario("ourTag", "A finished tag: locked, with one link to our door") {
            Inspect(.lockedTag) {
                Is(.type2)
                HasChip("NTAG213")
                Is(.locked)
                HasRecords(1)
                LinksTo(host: "door.example.com")
                IsClean(upTo: .note)
            }
        }
    }
}

extension GatePlan {
    static let ourRelease = GatePlan("ourRelease", "Requirements for every release") {
        Prove("fullFlow", .clean(below: .percent(5)))
        RequireIdentity(.flashed)
    }
}
