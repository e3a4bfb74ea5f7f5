import Foundation
import Ground
import RigKit
import Rigs
import Testing

/// Screens as ports: the network of a real one, and its console.
struct ScreenPortTests {
    @Test(arguments: ["simulated", "simulated:defect=connectsTwice", "network:eth0", "network:wlp0s20f3"])
    func aTextComesBackAsItWas(text: String) throws {
        #expect(try ScreenPort(text).description == text)
    }

    @Test(arguments: [
        "", "network", "network:", "network:an-interface-too-long", "network:a b", "network:a/b", "network:a:b",
        "network:.", "network:..", "network:e\u{0}", "simulated:", "simulated:defect=", "eth0",
    ])
    func whatIsNoScreenIsRefused(text: String) { #expect(throws: PortError.self) { try ScreenPort(text) } }

    private static func rig(_ screens: [ScreenEntry], kind: Rig.Kind = .hardware) -> Rig {
        Rig(
            name: "r", summary: "s", kind: kind, bluetooth: .none, uwb: .none, nfc: .none, accessories: [], tags: [],
            motion: .none, screens: screens)
    }

    @Test func portAndConsoleAreReplacedOneByOne() throws {
        let rig = Rig.screenBench
        #expect(rig.problems() == [] && rig.replaceable.contains("tv.console"))
        let other = try rig.replacing("tv.console=serial:/dev/ttyUSB2@9600").replacing("tv=network:wlan0")
        #expect(
            other.screens == [
                ScreenEntry("tv", .network(interface: "wlan0"), console: .serial(path: "/dev/ttyUSB2", baud: 9600))
            ])
        #expect(other.parts.map(\.role).suffix(2) == ["tv", "tv.console"] && other.problems() == [])
        #expect(try rig.replacing("tv=simulated").problems().count == 1)
        #expect(try rig.replacing("tv.console=simulated").problems().count == 1)
        let named = try other.naming([NameAssignment("monitor=tv")])
        #expect(named.screens.map(\.name) == ["monitor"] && named.screens[0].console == other.screens[0].console)
    }

    @Test func screensShareOneInterfaceAndNoConsole() {
        let console = ConsolePort.serial(path: "/dev/a", baud: 115_200)
        func problems(_ one: ScreenPort, _ other: ScreenPort, _ second: ConsolePort) -> Int {
            Self.rig([ScreenEntry("a", one, console: console), ScreenEntry("b", other, console: second)]).problems()
                .count
        }
        let (eth, wlan) = (ScreenPort.network(interface: "eth0"), ScreenPort.network(interface: "wlan0"))
        #expect(problems(eth, eth, .none) == 0)
        #expect(problems(eth, wlan, .none) == 1)
        #expect(problems(eth, eth, console) == 1)
    }

    /// A rig from before screens had consoles, as older traces contain it.
    @Test func anOlderEntryHasNoConsole() throws {
        let text = #"{"name":"tv","port":"network:eth0"}"#
        let entry = try JSONDecoder().decode(ScreenEntry.self, from: Data(text.utf8))
        #expect(entry == ScreenEntry("tv", .network(interface: "eth0")) && entry.console == .none)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(String(decoding: try encoder.encode(entry), as: UTF8.self) == text)
        let printing = ScreenEntry("tv", console: .simulated, has: .game)
        #expect(try JSONDecoder().decode(ScreenEntry.self, from: encoder.encode(printing)) == printing)
    }
}
