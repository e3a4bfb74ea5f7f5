import Foundation
import Ground
import RigKit
import Rigs
import Testing

/// Other phones on a rig: as text, as JSON, and where they are not allowed.
struct PeerPortTests {
    @Test(
        "a port is written as it was read",
        arguments: [
            "simulated", "simulated:ios=14", "simulated:permission=denied", "simulated:generation=2",
            "simulated:ios=16,permission=denied,generation=0,defect=cutToken,defect=goesSilent,name=A=B, C",
        ])
    func roundTrip(text: String) throws {
        #expect(try PeerPort(text).description == text)
    }

    @Test(
        "a malformed port is refused with what to write",
        arguments: [
            ("le:name=Phone", "opaque"), ("simulated:ios=13", "14, 15, 16, 17"), ("simulated:ios", "no value"),
            ("simulated:permission=maybe", "allowed or denied"), ("simulated:generation=256", "0 to 255"),
            ("simulated:defect=a b", "one word"), ("simulated:iso=14", "did you mean ios"),
            ("simulated:name=", "1 to 29 bytes"),
        ])
    func refused(text: String, part: String) {
        do throws(PortError) {
            _ = try PeerPort(text)
            Issue.record("\(text) was taken")
        } catch {
            #expect("\(error)".contains(part), "\(error)")
        }
    }

    @Test func aPhoneIsReplacedAndRenamedForOneRun() throws {
        let rig = try Rig.simulated.replacing("peer=simulated:ios=14")
        #expect(rig.phones.first?.port.model.system == .iOS14)
        #expect(rig.phones.dropFirst() == Rig.simulated.phones.dropFirst())
        let named = try Rig.simulated.naming([NameAssignment("peer=secondPeer"), NameAssignment("secondPeer=peer")])
        #expect(named.phones.prefix(2).map(\.name) == ["secondPeer", "peer"])
        #expect(try Rig.virtual.replacing("bluetooth=hci0").phones.isEmpty)
    }

    @Test func aRigWithoutPhonesIsWrittenAsBefore() throws {
        let json = String(decoding: try JSONEncoder().encode(Rig.deskBench), as: UTF8.self)
        #expect(!json.contains("phones"))
        #expect(try JSONDecoder().decode(Rig.self, from: Data(json.utf8)).phones.isEmpty)
    }

    @Test func aHardwareRigHasNone() {
        let rig = Rig(
            name: "desk", summary: "a desk", kind: .hardware, bluetooth: .adapter(0), uwb: .none, nfc: .none,
            accessories: [], tags: [], motion: .none, phones: [PeerEntry("peer")])
        #expect(rig.problems().contains { $0.message.contains("opaque") })
        let twice = Rig(
            name: "two", summary: "two", kind: .simulated, bluetooth: .simulated, uwb: .none, nfc: .none,
            accessories: [], tags: [], motion: .none, phones: [PeerEntry("peer"), PeerEntry("peer")])
        #expect(twice.problems().contains { $0.message.contains("called peer") })
    }
}
