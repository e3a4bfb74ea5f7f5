import Foundation
import Ground
import RigKit
import Rigs
import Testing

@Suite struct RigTests {
    @Test("ports may be replaced in any order")
    func order() throws {
        let ports = ["bluetooth=none", "door=lan:127.0.0.1:4711", "door.console=none", "nfc=none"]
        let expected = try Rig.deskBench.replacing(ports)
        #expect(expected.accessories.map(\.name) == ["door"] && expected.bluetooth == .none && expected.tags.isEmpty)
        for first in ports.indices {
            let turned = Array(ports[first...] + ports[..<first])
            #expect(try Rig.deskBench.replacing(turned) == expected)
            #expect(try Rig.deskBench.replacing(turned.reversed()) == expected)
        }
        #expect(try Rig.deskBench.replacing(["uwb=none", "uwb=usb:1915:520f"]).uwb != .none)
    }

    @Test(arguments: Rig.all.map(\.name)) func theCatalogueIsSoundAndReadBackFromJSON(name: String) throws {
        let rig = try #require(Rig.all.first { $0.name == name })
        #expect(rig.problems() == [])
        let json = try JSONEncoder().encode(rig)
        #expect(try JSONDecoder().decode(Rig.self, from: json) == rig)
    }

    @Test func theSimulatedBenchesHaveTheSameParts() {
        #expect(Rig.simulated.accessories == Rig.virtual.accessories)
        #expect(Rig.simulated.tags == Rig.virtual.tags)
        #expect(Rig.simulated.accessories.map(\.name) == ["door", "trunk"])
        #expect(Rig.simulated.tags.prefix(2).map(\.name) == ["doorTag", "posterTag"])
        #expect(Set(Rig.simulated.tags.map(\.name)).count == 37)
    }

    @Test func anyPortCanBeReplacedForOneRun() throws {
        let rig = Rig.deskBench
        #expect(try rig.replacing("bluetooth=hci1").bluetooth == .adapter(1))
        #expect(
            try rig.replacing("uwb=usb:1915:520f:SERIAL").uwb == .usb(vendor: 0x1915, product: 0x520F, serial: "SERIAL")
        )
        #expect(try rig.replacing("nfc=acr122_usb:001").nfc == .libnfc("acr122_usb:001"))
        #expect(try rig.replacing("motion=none").motion == .none)
        #expect(try rig.replacing("door=le:name=A=B").accessories[0].port == .le(.name("A=B")))
        let tagged = try rig.replacing(role: "posterTag", with: "simulated:type4:https://a.example")
        #expect(tagged.tags[1].port == .simulated(TagModel(.type4, uri: "https://a.example")))
        #expect(tagged.tags[0] == rig.tags[0])
        #expect(try rig.replacing("bluetooth=hci0") == rig)
        let wired = try rig.replacing("door.console=serial:/dev/ttyS0@9600").replacing("door=le:name=Gate")
        #expect(wired.accessories[0].console == .serial(path: "/dev/ttyS0", baud: 9600))
        #expect(wired.accessories[0].power == .hand && wired.accessories[0].port == .le(.name("Gate")))
        #expect(try rig.replacing("door.power=program:/bin/true").accessories[0].power == .program(path: "/bin/true"))
    }

    @Test func whatASimulatedAccessoryCountsGoesOnOverTheRunsOfACommand() throws {
        let rig = try Rig.simulated.replacing(
            "door=simulated:firmware=1.2.3,firmwareTrouble=swaps,swapAfter=3,name=Door")
        func left(_ runs: Int) -> Int? {
            guard case .simulated(let model) = rig.afterRuns(runs).accessories[0].port else { return nil }
            return model.firmware?.swapAfter
        }
        #expect([0, 1, 2, 3, 4].map(left) == [3, 2, 1, 0, 0])
        #expect(rig.afterRuns(0) == rig)
        let other = try Rig.simulated.replacing("door=simulated:firmware=1.2.3,firmwareTrouble=olderRuns,name=Door")
        #expect(other.afterRuns(7) == other && Rig.simulated.afterRuns(7) == .simulated)
    }

    @Test func whatAnAccessoryNeedNotHaveIsSaidOfARealOneAndKnownOfASimulatedOne() throws {
        let real = Rig.deskBench
        #expect(real.accessories[0].parts.isEmpty)
        #expect(try real.replacing("door.has=pairing,background").accessories[0].parts == [.pairing, .background])
        let moved = try real.replacing("door.has=pairing").replacing("door=le:name=Gate").replacing("door.power=none")
        #expect(moved.accessories[0].parts == [.pairing])
        let simulated = Rig.simulated
        #expect(simulated.accessories.allSatisfy { $0.parts == Set(AccessoryPart.allCases) })
        let bare = try simulated.replacing("door=simulated:lacks=background,lacks=pairing,name=Door")
        let rest: Set<AccessoryPart> = [.guidelines, .printedDistances, .sentDistances, .zoneMessages]
        #expect(bare.accessories[0].parts == rest && bare.accessories[0].has == nil)
        #expect(try bare.replacing("door.has=background").accessories[0].parts == [.background])
        #expect(try simulated.replacing("door.has=none").accessories[0].parts.isEmpty)
    }

    @Test func aScreenHasTheGameOrNoneAndASimulatedOneAlwaysHasIt() throws {
        for (assignment, meaning) in [
            ("tv.has=gaem", "a screen has game, or none"), ("tv.has=none", "a simulated screen always has the game"),
        ] {
            #expect(throws: PortError(assignment, meaning)) { try Rig.simulated.replacing(assignment) }
        }
        let ports = ["tv.has=none", "tv=network:eth0", "secondTV=network:eth0"]
        for ports in [ports, ports.reversed()] {
            let rig = try Rig.simulated.replacing(ports)
            #expect(rig.screens.map(\.playsGame) == [false, false])
        }
        #expect(try Rig.simulated.replacing("tv.has=game").screens[0].playsGame)
    }

    @Test func anUnknownRoleIsOfferedNearMisses() {
        func message(_ assignment: String) -> String {
            do { return "read: \(try Rig.simulated.replacing(assignment))" } catch { return error.description }
        }
        #expect(message("blutooth=hci1") == "\"blutooth\": the rig simulated has no such role: did you mean bluetooth?")
        #expect(message("dor=simulated").contains("did you mean door"))
        #expect(
            message("zzzzz=x").contains(
                "it has bluetooth, uwb, nfc, motion, nfc.cable, door, trunk, peer, secondPeer, otherPeer, tv"))
        #expect(message("door.powr=x").contains("did you mean door.power"))
        #expect(message("bluetooth").contains("bluetooth=hci1"))
        #expect(message("uwb=usb").contains("usb:1915:520f"))
    }

    private func rig(
        kind: Rig.Kind = .simulated, bluetooth: BluetoothPort = .simulated, nfc: NFCPort = .simulated,
        accessories: [AccessoryEntry] = [], tags: [TagEntry] = [], motion: MotionPort = .simulated,
        world: WorldModel = .standard
    ) -> String {
        Rig(
            name: "made", summary: "Made by a test", kind: kind, bluetooth: bluetooth, uwb: .none, nfc: nfc,
            accessories: accessories, tags: tags, motion: motion, world: world
        ).problems().map(\.description).joined(separator: "\n")
    }

    @Test("a data channel whose values contradict each other is a problem of its rig")
    func channel() {
        let channel = DataChannelProfile(service: 0xFFF0, write: 0xFFF1, notify: 0xFFF1)
        let found = rig(
            kind: .hardware, bluetooth: .adapter(0), nfc: .none,
            accessories: [AccessoryEntry("door", .le(.name("Door"), channel: channel))], motion: .none)
        #expect(
            found == "rig made: door's data channel: the phone cannot write the characteristic that notifies: "
                + "write and notify are equal")
    }

    @Test("a tag by program is real, needs no person, and is no tag whose cable a person could pull")
    func tagByProgram() throws {
        let tag = TagEntry("t", .program(path: "/usr/bin/tag"))
        let found = rig(
            kind: .hardware, bluetooth: .adapter(0), nfc: .libnfc("pn532_uart:/dev/x"),
            accessories: [AccessoryEntry("door", .le(.name("Door")))], tags: [tag], motion: .none)
        #expect(found == "")
        #expect(rig(tags: [tag]).contains("t is real, but the rig is simulated"))
        let desk = try Rig.deskBench.replacing(Rig.deskBench.tags.map { "\($0.name)=program:/usr/bin/tag" })
        #expect(desk.tagsByHand.isEmpty && desk.tagsByProgram.count == desk.tags.count && !desk.hasReaderCable)
        #expect(desk.hasProgram && desk.hasOperator, "its motion and power are by hand")
        #expect(try !desk.replacing(["motion=none", "door.power=none"]).hasOperator)
    }

    @Test("the cable of a real reader is pulled by its USB port, and survives being named and written")
    func readerCable() throws {
        let tags = Rig.deskBench.tags.map { "\($0.name)=program:/usr/bin/tag" }
        let desk = try Rig.deskBench.replacing(tags + ["nfc.cable=usb:1-1.3"])
        #expect(desk.hasReaderCable && desk.problems().isEmpty)
        #expect(desk.parts.contains { $0 == ("nfc.cable", "usb:1-1.3") })
        #expect(try RigFile.rig(from: RigFile.text(of: desk), named: desk.name) == desk)
        #expect(try desk.naming([NameAssignment("front=door")]).readerCable == .usb("1-1.3"))
        #expect(try desk.replacing("nfc=none").readerCable == .none)
        #expect(try !Rig.simulated.replacing("nfc.cable=usb:1-1.3").problems().isEmpty)
    }

    @Test("a radio is blocked by a program on a real bench, one at a time")
    func air() throws {
        let desk = try Rig.deskBench.replacing("door.air.ble=program:/air")
        #expect(desk.blockedByProgram(.ble) == ["door"] && desk.blockedByProgram(.uwb).isEmpty && desk.hasProgram)
        #expect(desk.parts.contains { $0 == ("door.air.ble", "program:/air") })
        #expect(!desk.parts.contains { $0.role == "door.air.uwb" } && desk.problems().isEmpty)
        let simulated = try Rig.simulated.replacing("door.air.uwb=program:/air")
        #expect(simulated.problems().map(\.message) == ["door is simulated: its simulator blocks its radios"])
    }

    @Test("only a serial console that no switched USB port feeds shows that the power went")
    func powerShownByConsole() throws {
        let console = "door.console=serial:/dev/ttyUSB1"
        for (ports, isShown) in [
            ([console, "door.power=program:/power"], true), ([console, "door.power=hand"], true),
            ([console, "door.power=usb:1-1.4"], false),
            (["door.console=pipe:/log", "door.power=program:/power"], false),
            (["door.console=rfc2217:labpi:4001", "door.power=program:/power"], false),
            (["door.console=none", "door.power=program:/power"], false),
        ] {
            let shown: Set<AccessoryName> = isShown ? ["door"] : []
            #expect(try Rig.deskBench.replacing(ports).powerShownByConsole == shown, "\(ports)")
        }
    }

    @Test func aRigThatCannotBeBroughtUpSaysWhy() {
        let door = AccessoryEntry("door", .simulated(.standard))
        #expect(rig().isEmpty)
        #expect(rig(accessories: [door, door]).contains("rig made: two things on the bench are called door"))
        #expect(rig(accessories: [AccessoryEntry("uwb", .simulated(.standard))]).contains("uwb is the name of a role"))
        #expect(rig(accessories: [AccessoryEntry("a b", .simulated(.standard))]).contains("cannot stand before the ="))
        let gate = AccessoryEntry("gate", .simulated(.standard))
        #expect(rig(accessories: [door, gate]).contains("door and gate cannot be distinguished"))
        let others = AccessoryVariant.allCases.map { variant in
            AccessoryEntry(.init(rawValue: variant.rawValue), .simulated(AccessoryModel(variant: variant)))
        }
        #expect(rig(accessories: others).isEmpty)
        #expect(rig(bluetooth: .none, accessories: [door]).contains("door cannot be reached without bluetooth"))
        #expect(
            rig(nfc: .none, tags: [TagEntry("t", .simulated(TagModel(.ntag213, uri: "x")))]).contains("without nfc"))
        #expect(rig(bluetooth: .adapter(0)).contains("bluetooth is real, but the rig is simulated"))
        #expect(rig(motion: .hand).contains("motion is real, but the rig is simulated"))
        #expect(rig(kind: .hardware).contains("bluetooth is simulated, but the rig is hardware"))
        #expect(rig(kind: .hardware, bluetooth: .adapter(-1)).contains("cannot be adapter number -1"))
        let nameless = AccessoryEntry("door", .simulated(AccessoryModel(advertisedName: "")))
        #expect(rig(accessories: [nameless]).contains("a name of 1 to 29 bytes, not 0"))
        let printing = AccessoryEntry("door", .simulated(.standard), console: .serial(path: "/dev/a", baud: 9600))
        #expect(rig(accessories: [printing]).contains("door.console is real, but the rig is simulated"))
        let gate2 = AccessoryEntry("gate", .le(.name("b")), console: .serial(path: "/dev/a", baud: 9600))
        let both = rig(kind: .hardware, bluetooth: .adapter(0), accessories: [printing, gate2])
        #expect(both.contains("door and gate cannot both print on /dev/a"))
        let both2 = [AccessorySelector.octets(7), .address(BluetoothAddress(value: 7, kind: .random))]
        let one = rig(
            kind: .hardware, bluetooth: .adapter(0),
            accessories: [AccessoryEntry("door", .le(both2[0])), AccessoryEntry("gate", .le(both2[1]))])
        #expect(one.contains("door and gate cannot be distinguished in the air"))
        let switched = AccessoryEntry("door", .simulated(.standard), power: .hand)
        #expect(rig(accessories: [switched]).contains("door.power is real"))
        #expect(rig(accessories: [AccessoryEntry("a.b", .simulated(.standard))]).contains("cannot stand before the ="))
        let long = TagEntry("t", .simulated(TagModel(.ntag213, uri: String(repeating: "a", count: 200))))
        #expect(rig(tags: [long]).contains("a message of 193 bytes does not fit on ntag213: 137 do"))
        #expect(rig(tags: [TagEntry("t", .simulated(TagModel(.ntag213, uri: "")))]).contains("t holds no address"))
        #expect(rig(kind: .hardware, nfc: .libnfc("pn532:/dev/x")).contains("nfc: \"pn532:/dev/x\": write a reader"))
        #expect(rig(world: WorldModel(lossPermille: 1001)).contains("1001 of a thousand measurements cannot be lost"))
        #expect(rig(world: WorldModel(nonLineOfSightLossPermille: -1)).contains("cannot be lost behind an obstacle"))
        #expect(rig(world: WorldModel(biasSpread: .metres(-1))).contains("the spread of the bias cannot be negative"))
        #expect(rig(world: .realistic).isEmpty)
        #expect(rig(world: WorldModel(noise: .metres(-1))).contains("the noise cannot be negative"))
    }
}
