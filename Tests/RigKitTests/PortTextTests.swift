import Foundation
import RigKit
import TestSupport
import Testing

@Suite struct PortTextTests {
    private func expectRoundTrip<Port: PortText>(
        _ port: Port, _ text: String, source: SourceLocation = #_sourceLocation
    ) throws {
        #expect(port.description == text, sourceLocation: source)
        #expect(try Port(text) == port, sourceLocation: source)
        let json = try JSONEncoder().encode([port])
        #expect(try JSONDecoder().decode([Port].self, from: json) == [port], sourceLocation: source)
    }

    @Test func everyPortIsReadBackFromItsText() throws {
        try expectRoundTrip(BluetoothPort.simulated, "simulated")
        try expectRoundTrip(BluetoothPort.none, "none")
        try expectRoundTrip(BluetoothPort.adapter(1), "hci1")
        try expectRoundTrip(UWBPort.simulated, "simulated")
        try expectRoundTrip(UWBPort.none, "none")
        try expectRoundTrip(UWBPort.usb(vendor: 0x1915, product: 0x520F, serial: nil), "usb:1915:520f")
        try expectRoundTrip(UWBPort.usb(vendor: 1, product: 0xFFFF, serial: "A:1"), "usb:0001:ffff:A:1")
        try expectRoundTrip(UWBPort.serial(path: "/dev/ttyACM0"), "serial:/dev/ttyACM0")
        try expectRoundTrip(UWBPort.cli(path: "/dev/ttyACM0"), "cli:/dev/ttyACM0")
        try expectRoundTrip(UWBPort.simulatedCLI, "simulated-cli")
        try expectRoundTrip(NFCPort.simulated, "simulated")
        try expectRoundTrip(NFCPort.none, "none")
        try expectRoundTrip(NFCPort.libnfc("pn532_uart:/dev/ttyUSB0"), "pn532_uart:/dev/ttyUSB0")
        try expectRoundTrip(MotionPort.hand, "hand")
        try expectRoundTrip(MotionPort.person(within: .millimetres(50)), "hand+-0.050")
        #expect(try MotionPort("hand+-0.3") == .hand && MotionPort("hand+-1") == .person(within: .metres(1)))
        for error in ["", "0", "-1", "1.001", "0.0005", "5cm", "nan", "0x1", ".5"] {
            refuse(MotionPort.self, "hand+-\(error)", "in metres, above 0 and up to 1")
        }
        try expectRoundTrip(MotionPort.none, "none")
        try expectRoundTrip(MotionPort.program(path: "/usr/bin/rail"), "program:/usr/bin/rail")
        try expectRoundTrip(TagPort.hand, "hand")
        try expectRoundTrip(TagPort.program(path: "/usr/bin/a b:c"), "program:/usr/bin/a b:c")
        try expectRoundTrip(
            TagPort.simulated(TagModel(.ntag216, uri: "https://a.example/b:c")),
            "simulated:ntag216:https://a.example/b:c")
    }

    @Test func aFirmwareIsReadBackFromItsText() throws {
        let digits = String(repeating: "a5", count: 32)
        try expectRoundTrip(
            AccessoryPort.simulated(AccessoryModel(firmware: SimulatedFirmware("1.2.3"))), "simulated:firmware=1.2.3")
        let firmware = SimulatedFirmware(
            "1.2.3+4", imageHash: [UInt8](repeating: 0xA5, count: 32), older: "1.2.2", trouble: .swaps, swapAfter: 3)
        try expectRoundTrip(
            AccessoryPort.simulated(AccessoryModel(advertisedName: "Door", firmware: firmware)),
            "simulated:firmware=1.2.3+4,imageHash=\(digits),olderFirmware=1.2.2,firmwareTrouble=swaps,swapAfter=3,"
                + "name=Door")
        let shown = HashCharacteristic(service: "FFF0", characteristic: "FFF1", written: .digits, prefix: 16)
        try expectRoundTrip(
            AccessoryPort.simulated(
                AccessoryModel(firmware: SimulatedFirmware("1", shown: shown, shownHash: [1, 2, 3]))),
            "simulated:firmware=1,shows=FFF0/FFF1,shownAs=digits,shownBytes=16,shownHash=010203")
        try expectRoundTrip(
            AccessoryPort.simulated(AccessoryModel(firmware: SimulatedFirmware("1", management: .console))),
            "simulated:firmware=1,management=console")
        for trouble in SimulatedFirmware.Flaw.allCases {
            let model = AccessoryModel(firmware: SimulatedFirmware("1", trouble: trouble))
            try expectRoundTrip(
                AccessoryPort.simulated(model), "simulated:firmware=1,firmwareTrouble=\(trouble.rawValue)")
        }
        for text in [
            "firmware=", "imageHash=00", "firmwareTrouble=swaps", "firmware=1,imageHash=0", "firmware=1,swapAfter=-1",
            "firmware=1,firmwareTrouble=none", "management=console", "firmware=1,management=usb",
            "link=lan,firmware=1",
            "shows=FFF0/FFF1", "firmware=1,shows=FFF0", "firmware=1,shows=FFF0/FFF", "firmware=1,shownAs=digits",
            "firmware=1,shows=FFF0/FFF1,shownBytes=0", "firmware=1,shows=FFF0/FFF1,shownHash=0",
        ] {
            #expect(throws: PortError.self) { try AccessoryPort("simulated:" + text) }
        }
    }

    @Test func everyAccessoryPortIsReadBackFromItsText() throws {
        try expectRoundTrip(AccessoryPort.simulated(.standard), "simulated")
        let model = AccessoryModel(
            profile: .qorvoQNIS, role: .initiator, uwbVersion: .v20, advertisedName: "Door, side=left")
        try expectRoundTrip(
            AccessoryPort.simulated(model),
            "simulated:profile=qorvoQNIS,role=initiator,uwb=2.0,name=Door, side=left")
        let sick = AccessoryModel(variant: .nxp, telling: .indications, defects: ["truncatesAtMTU23", "echoesWrites"])
        try expectRoundTrip(
            AccessoryPort.simulated(sick),
            "simulated:variant=nxp,tells=indications,defect=truncatesAtMTU23,defect=echoesWrites")
        for variant in AccessoryVariant.allCases where variant != .appleSample {
            let text = "simulated:variant=\(variant.rawValue)"
            try expectRoundTrip(AccessoryPort.simulated(AccessoryModel(variant: variant)), text)
        }
        try expectRoundTrip(AccessoryPort.le(.name("Door")), "le:name=Door")
        try expectRoundTrip(AccessoryPort.le(.service("fff0")), "le:service=fff0")
        let address = try #require(BluetoothAddress("AA:BB:CC:DD:EE:FF/random"))
        try expectRoundTrip(AccessoryPort.le(.address(address)), "le:AA:BB:CC:DD:EE:FF/random")
        let open = try #require(BluetoothAddress("AA:BB:CC:DD:EE:FF/public"))
        try expectRoundTrip(AccessoryPort.le(.address(open)), "le:AA:BB:CC:DD:EE:FF/public")
        try expectRoundTrip(AccessoryPort.le(.octets(0xAABB_CCDD_EEFF)), "le:AA:BB:CC:DD:EE:FF")
    }

    @Test func anAccessoryOnTheNetworkIsReadBack() throws {
        try expectRoundTrip(AccessoryPort.lan(.endpoint(host: "door.local", port: 4711)), "lan:door.local:4711")
        try expectRoundTrip(AccessoryPort.lan(.endpoint(host: "192.0.2.7", port: 1)), "lan:192.0.2.7:1")
        try expectRoundTrip(AccessoryPort.lan(.endpoint(host: "fe80::1%eth0", port: 65535)), "lan:[fe80::1%eth0]:65535")
        try expectRoundTrip(AccessoryPort.lan(.service(type: "_door._tcp", name: nil)), "lan:service=_door._tcp")
        try expectRoundTrip(
            AccessoryPort.lan(.service(type: "_door._tcp", name: "Front, left=1")),
            "lan:service=_door._tcp,name=Front, left=1")
        try expectRoundTrip(
            AccessoryPort.simulated(AccessoryModel(variant: .nxp, link: .lan)), "simulated:variant=nxp,link=lan")
        for text in ["lan:", "lan:door", "lan:door.local"] { refuse(AccessoryPort.self, text, "host and port") }
        for text in ["lan:a:0", "lan:a:65536", "lan:a:", "lan:a:007", "lan:a:x"] {
            refuse(AccessoryPort.self, text, "1 to 65535")
        }
        refuse(AccessoryPort.self, "lan:fe80::1:80", "in brackets")
        refuse(AccessoryPort.self, "lan:[door]:80", "IPv6")
        for text in ["lan::80", "lan:a b:80", "lan:[]:80"] { refuse(AccessoryPort.self, text, "name or an address") }
        let noTypes = ["_door", "door._tcp", "_._tcp", "_abcdefghijklmnop._tcp", "_1._tcp", "_door._udp", "_DOOR._TCP"]
        for text in noTypes + ["_do--or._tcp", "_-door._tcp", "_door-._tcp", "_-._tcp", "_door.tcp"] {
            refuse(AccessoryPort.self, "lan:service=\(text)", "type of DNS-SD")
            refuse(AccessoryPort.self, "lan:service=\(text)", "only TCP is played")
            refuse(AccessoryPort.self, "simulated:link=lan,announces=\(text)", "only TCP is played")
        }
        refuse(AccessoryPort.self, "lan:service=", "type of DNS-SD")
        try expectRoundTrip(
            AccessoryPort.simulated(AccessoryModel(link: .lan, announces: "_front-do-or2._tcp")),
            "simulated:link=lan,announces=_front-do-or2._tcp")
        refuse(AccessoryPort.self, "simulated:link=lan,announces=_a._tcp,announces=_b._tcp", "twice")
        refuse(AccessoryPort.self, "simulated:link=lan,link=le", "twice")
        refuse(AccessoryPort.self, "lan:service=_door._tcp,name=", "the name is empty")
        refuse(AccessoryPort.self, "lan:service=_door._tcp,port=1", "its name alone")
        let long = String(repeating: "a", count: 64)
        refuse(AccessoryPort.self, "lan:service=_door._tcp,name=\(long)", "63 bytes")
        refuse(AccessoryPort.self, "simulated:link=wifi", "link is one of le, lan")
        refuse(AccessoryPort.self, "simulated:link=lan,profile=qorvoQNIS", "no GATT")
        refuse(AccessoryPort.self, "simulated:link=lan,tells=indications", "no GATT")
    }

    @Test func aDataChannelOfOnesOwnIsReadBack() throws {
        let channel = try DataChannelProfile(
            "service=FFF0,write=FFF1,notify=FFF2,writeType=withoutResponse,messages=initialize:A0")
        let fields = "write=FFF1,notify=FFF2,writeType=withoutResponse,messages=initialize:A0"
        try expectRoundTrip(
            AccessoryPort.le(.name("Door"), channel: channel), "le:name=Door,service=FFF0,\(fields)")
        try expectRoundTrip(AccessoryPort.le(.name("A, B"), channel: channel), "le:name=A, B,service=FFF0,\(fields)")
        try expectRoundTrip(AccessoryPort.le(.service("fff0"), channel: channel), "le:service=fff0,\(fields)")
        try expectRoundTrip(
            AccessoryPort.le(.service("180F"), channel: channel), "le:service=180F,service=FFF0,\(fields)")
        try expectRoundTrip(
            AccessoryPort.le(.octets(0xAABB_CCDD_EEFF), channel: channel), "le:AA:BB:CC:DD:EE:FF,service=FFF0,\(fields)"
        )
        try expectRoundTrip(AccessoryPort.le(.name("D"), channel: .qorvoQNIS), "le:name=D,profile=qorvoQNIS")
        refuse(AccessoryPort.self, "le:name=D,profile=other", "profile is one of")
        let model = AccessoryModel(
            variant: .nxp, profile: channel, advertisedName: "D", habits: [.slow, .wantsFullFlow])
        try expectRoundTrip(
            AccessoryPort.simulated(model),
            "simulated:variant=nxp,service=FFF0,\(fields),habit=wantsFullFlow,habit=slow,name=D")
        refuse(AccessoryPort.self, "le:name=Door,service=fff0,write=fff1", "notify is missing")
        refuse(AccessoryPort.self, "le:service=fff0,write=fff1,notify=fff1", "cannot write the characteristic")
        refuse(AccessoryPort.self, "le:name=D,messages=stop:A2", "service is missing")
        refuse(AccessoryPort.self, "le:name=,service=fff0,write=fff1,notify=fff2", "the name is empty")
        refuse(AccessoryPort.self, "simulated:profile=nordicUART,service=fff0,write=fff1,notify=fff2", "not both")
        refuse(AccessoryPort.self, "simulated:service=fff0,write=fff1,notify=fff2,write=fff3", "given twice")
        refuse(AccessoryPort.self, "simulated:profile=own", "profile is one of nordicUART, qorvoQNIS")
        refuse(AccessoryPort.self, "simulated:habit=slwo", "habit is one of")
    }

    @Test func consolesAndPowerSwitchesAreReadBackFromTheirText() throws {
        try expectRoundTrip(ConsolePort.simulated, "simulated")
        try expectRoundTrip(ConsolePort.none, "none")
        try expectRoundTrip(ConsolePort.serial(path: "/dev/ttyUSB1", baud: 115_200), "serial:/dev/ttyUSB1")
        try expectRoundTrip(ConsolePort.serial(path: "/dev/ttyUSB1", baud: 9600), "serial:/dev/ttyUSB1@9600")
        try expectRoundTrip(ConsolePort.serial(path: "/dev/a@b", baud: 115_200), "serial:/dev/a@b@115200")
        #expect(try ConsolePort("serial:/dev/a@115200") == .serial(path: "/dev/a", baud: 115_200))
        try expectRoundTrip(
            ConsolePort.rfc2217(host: "labpi", port: 4001, baud: 115_200), "rfc2217:labpi:4001")
        try expectRoundTrip(ConsolePort.rfc2217(host: "::1", port: 1, baud: 9600), "rfc2217:[::1]:1@9600")
        try expectRoundTrip(ConsolePort.pipe(path: "/usr/bin/a b"), "pipe:/usr/bin/a b")
        try expectRoundTrip(PowerPort.simulated, "simulated")
        try expectRoundTrip(PowerPort.hand, "hand")
        try expectRoundTrip(PowerPort.program(path: "/usr/bin/a b"), "program:/usr/bin/a b")
        try expectRoundTrip(PowerPort.none, "none")
        try expectRoundTrip(PowerPort.usb("1-1.4"), "usb:1-1.4")
        try expectRoundTrip(PowerPort.usb("1-4", and: ["2-4"]), "usb:1-4+2-4")
        refuse(ConsolePort.self, "/dev/ttyUSB1", "write a console as serial:")
        refuse(ConsolePort.self, "serial:ttyUSB1", "whole path")
        refuse(ConsolePort.self, "pipe:door-log", "whole path of the program")
        refuse(ConsolePort.self, "rfc2217:labpi", "host and port")
        refuse(ConsolePort.self, "rfc2217:labpi:0", "from 1 to 65535")
        refuse(ConsolePort.self, "rfc2217:::1:4001", "brackets")
        refuse(ConsolePort.self, "rfc2217:lab pi:4001", "name or an address")
        refuse(ConsolePort.self, "rfc2217:labpi:4001@7", "the rate behind the @")
        for rate in ["", "0", "115200x", "12345", "09600"] {
            refuse(ConsolePort.self, "serial:/dev/a@\(rate)", "the rate behind the @")
        }
        for text in ["", "program:", "program:door", "program:/", "switch"] {
            refuse(PowerPort.self, text, "write what switches the power")
            refuse(AirPort.self, text, "write what blocks the radio")
        }
        try expectRoundTrip(AirPort.program(path: "/usr/bin/a b"), "program:/usr/bin/a b")
        try expectRoundTrip(AirPort.none, "none")
        try expectRoundTrip(CablePort.usb("1-1.3", and: ["2-1.3"]), "usb:1-1.3+2-1.3")
        try expectRoundTrip(CablePort.none, "none")
        for text in ["", "hand", "1-1.3", "usb:", "usb:1"] { refuse(CablePort.self, text, "lsusb -t") }
    }

    @Test func theOptionalPartsOfAnAccessoryAreReadBackFromTheirText() throws {
        try expectRoundTrip(AccessoryParts.none, "none")
        let all = "pairing,background,guidelines,printedDistances,sentDistances,zoneMessages"
        try expectRoundTrip(AccessoryParts.all, all)
        #expect(try AccessoryParts("background,pairing") == AccessoryParts([.pairing, .background]))
        try expectRoundTrip(
            AccessoryPort.simulated(AccessoryModel(lacks: [.guidelines, .background], defects: ["echoesWrites"])),
            "simulated:lacks=background,lacks=guidelines,defect=echoesWrites")
        for text in ["", "pairing,", "pairing, background", "none,pairing"] {
            refuse(AccessoryParts.self, text, "an accessory has pairing, background, guidelines")
        }
        refuse(AccessoryParts.self, "backgroud", "did you mean background?")
        refuse(AccessoryPort.self, "simulated:lacks=legs", "lacks is one of pairing, background, guidelines")
    }

    @Test func partsOfASimulatedAccessoryMayBeLeftAway() throws {
        #expect(
            try AccessoryPort("simulated:role=initiator") == .simulated(AccessoryModel(role: .initiator)))
        #expect(
            try AccessoryPort("simulated:variant=appleSample,defect=neverStarts,name=A,B")
                == .simulated(AccessoryModel(advertisedName: "A,B", defects: ["neverStarts"])))
        #expect(try AccessoryPort("simulated:name=A") == .simulated(AccessoryModel(advertisedName: "A")))
        #expect(try AccessoryPort("simulated:") == .simulated(.standard))
    }

    private func refuse<Port: PortText>(
        _: Port.Type, _ text: String, _ meaning: String, source: SourceLocation = #_sourceLocation
    ) {
        do {
            let port = try Port(text)
            Issue.record("\(text) was read as \(port)", sourceLocation: source)
        } catch {
            #expect(error.description.contains(meaning), "it says: \(error)", sourceLocation: source)
        }
    }

    @Test func aTextThatIsNoPortSaysWhatToWrite() {
        for text in ["", "hci", "hci-1", "hci01", "hci99999", "hcix", "usb:1:2"] {
            refuse(BluetoothPort.self, text, "write an adapter as hci0")
        }
        for text in ["usb:1915", "usb:1915:52", "usb:19150:520f", "usb:19g5:520f", "usb:+915:520f", "usb:"] {
            refuse(UWBPort.self, text, "two times four hexadecimal digits")
        }
        refuse(UWBPort.self, "usb:1915:520f:", "the serial number is empty")
        refuse(UWBPort.self, "serial:ttyACM0", "whole path")
        refuse(UWBPort.self, "ttyACM0", "usb:1915:520f or serial:")
        for text in ["", "pn532_uart", "pn532_uart:", ":/dev/ttyUSB0", "pn 532:/dev"] {
            refuse(NFCPort.self, text, "write a reader as libnfc does")
        }
        refuse(MotionPort.self, "robot", "hand, hand+-0.05, program:/path/of/a/program, simulated or none")
        refuse(AccessoryPort.self, "door", "le:name=Door")
        refuse(AccessoryPort.self, "le:", "le:AA:BB:CC:DD:EE:FF")
        refuse(AccessoryPort.self, "le:AA:BB", "le:AA:BB:CC:DD:EE:FF")
        refuse(AccessoryPort.self, "le:name=", "the name is empty")
        refuse(AccessoryPort.self, "le:service=xyz", "4 or 32 hexadecimal digits")
        refuse(AccessoryPort.self, "simulated:role=leader", "role is one of initiator, responder")
        refuse(AccessoryPort.self, "simulated:rol=initiator", "did you mean role?")
        refuse(AccessoryPort.self, "simulated:role", "has no value")
        refuse(AccessoryPort.self, "simulated:variant=apple", "variant is one of qorvo, nxp, appleSample")
        refuse(AccessoryPort.self, "simulated:tells=both", "tells is one of notifications, indications")
        refuse(AccessoryPort.self, "simulated:defect=", "a defect is one word")
        refuse(AccessoryPort.self, "simulated:defect=a b,name=A", "a defect is one word")
        refuse(AccessoryPort.self, "simulated:defects=a", "did you mean defect?")
        refuse(AccessoryPort.self, "simulated:name=", "a name of 1 to 29 bytes, not 0")
        refuse(
            AccessoryPort.self, "simulated:name=" + String(repeating: "n", count: 513),
            "a name of 1 to 29 bytes, not 513"
        )
        refuse(AccessoryPort.self, "le:service=ｆｆｆ０", "4 or 32 hexadecimal digits")
        refuse(TagPort.self, "simulated", "simulated:ntag215:https")
        for text in ["", "program:", "program:tag", "program:/", "none"] {
            refuse(TagPort.self, text, "write hand, program:/path/of/a/program, or a tag as simulated:")
        }
        refuse(TagPort.self, "simulated:ntag214:x", "the chip is one of ntag213")
        refuse(TagPort.self, "simulated:ntag213", "needs an address")
        refuse(TagPort.self, "simulated:ntag213:", "needs an address")
    }

    @Test func hostileTextsAreReadBackOrRefused() throws {
        let seeds = [
            "hci1", "usb:1915:520f:A", "serial:/dev/a", "pn532_uart:/dev/b", "hand", "le:name=Door", "le:service=fff0",
            "simulated:profile=qorvoQNIS,role=initiator,uwb=2.0,name=D", "simulated:ntag213:https://a",
            "le:AA:BB:CC:DD:EE:FF", "serial:/dev/c@9600", "program:/d",
        ]
        var mutator = Mutator(seeds: seeds.map { Array($0.utf8) })
        func check<Port: PortText>(_: Port.Type, _ text: String) throws -> Int {
            guard let port = try? Port(text) else { return 0 }
            #expect(try Port(port.description) == port)
            return 1
        }
        var read = 0
        for _ in 0..<20_000 {
            let text = String(decoding: mutator.next(limit: 80), as: UTF8.self)
            read += try check(BluetoothPort.self, text) + check(UWBPort.self, text) + check(NFCPort.self, text)
            read += try check(AccessoryPort.self, text) + check(TagPort.self, text) + check(MotionPort.self, text)
            read += try check(ConsolePort.self, text) + check(PowerPort.self, text)
        }
        #expect(read > 500)
    }
}
