import TestSupport
import Testing

@testable import Benches

/// The telnet side of serial lines of other computers. The bytes were seen from ser2net 4.3.11.
@Suite struct RFC2217Tests {
    private let greeting = bytes("ff fb 03 ff fd 03 ff fb 01 ff fe 01 ff fd 00 ff fb 00 ff fd 2c")
    private let modemState = bytes("ff fa 2c 6b 00 ff f0")
    private let confirmed = bytes("ff fa 2c 65 00 01 c2 00 ff f0 ff fa 2c 66 08 ff f0")

    @Test("data and commands are separated however their bytes are cut") func splits() {
        let stream = bytes("61 ff ff 62 ff f1 63 ff fb 2c ff fa 2c 01 ff ff 02 ff f0 64 ff fa 2c 05 ff fd 00 65")
        let events: [TelnetReader.Event] = [
            .data(bytes("61 ff 62 63")), .request(.will, 0x2C), .parameters(0x2C, [0x01, 0xFF, 0x02]), .data([0x64]),
            .parameters(0x2C, [0x05]), .request(.do, 0), .data([0x65]),
        ]
        for cut in stream.indices {
            var reader = TelnetReader()
            let seen = reader.receive(stream[..<cut]) + reader.receive(stream[cut...])
            #expect(joined(seen) == events, "cut at \(cut)")
        }
    }

    private func joined(_ events: [TelnetReader.Event]) -> [TelnetReader.Event] {
        events.reduce(into: []) { result, event in
            if case .data(let more) = event, case .data(let before)? = result.last {
                result[result.count - 1] = .data(before + more)
            } else {
                result.append(event)
            }
        }
    }

    @Test("parameters are bounded") func bound() {
        var reader = TelnetReader()
        let events = reader.receive(bytes("ff fa 2c") + [UInt8](repeating: 7, count: 100_000) + bytes("ff f0"))
        #expect(events == [.parameters(0x2C, [UInt8](repeating: 7, count: TelnetReader.longest))])
    }

    @Test("the line is set once the server has agreed, and open when it confirms the rate") func opening() {
        var client = RFC2217Client(rate: 115_200)
        #expect(RFC2217Client.greeting == bytes("ff fd 00 ff fb 00 ff fd 03 ff fb 2c"))
        let (data, answer) = client.receive(greeting)
        #expect(data.isEmpty && client.state == .agreed)
        let settings = bytes(
            "ff fa 2c 01 00 01 c2 00 ff f0 ff fa 2c 02 08 ff f0 ff fa 2c 03 01 ff f0 ff fa 2c 04 01 ff f0"
                + " ff fa 2c 05 01 ff f0 ff fa 2c 05 08 ff f0 ff fa 2c 05 0b ff f0")
        #expect(answer == bytes("ff fb 03 ff fe 01") + settings)
        #expect(client.receive(greeting).answer.isEmpty, "a server that repeats itself gets no second answer")
        #expect(client.receive(modemState) == ([], []) && client.state == .agreed)
        #expect(client.receive(confirmed) == ([], []) && client.state == .open)
        #expect(client.receive(bytes("ff ff 00 0d 0a 1b 5b")).data == bytes("ff 00 0d 0a 1b 5b"))
        #expect(RFC2217Client.encode([1, 0xFF, 2]) == [1, 0xFF, 0xFF, 2])
    }

    @Test("what a server says before the rate is confirmed is not the accessory's") func preface() {
        var client = RFC2217Client(rate: 115_200)
        #expect(client.receive(greeting + Array("port 4001\r\n".utf8)).data.isEmpty)
        #expect(client.receive(Array("ready\r\n".utf8) + confirmed + [0x62]).data == [0x62])
        #expect(client.preface == Array("port 4001\r\nready\r\n".utf8))
        _ = client.receive([0x63])
        #expect(client.preface.count == 18)
    }

    @Test("a server that refuses and one that sets another rate are distinguished") func refusals() {
        var refused = RFC2217Client(rate: 9600)
        _ = refused.receive(bytes("ff fe 2c"))
        #expect(refused.state == .refused)
        var other = RFC2217Client(rate: 9600)
        _ = other.receive(greeting + confirmed)
        #expect(other.state == .otherRate(115_200))
        // An escaped byte in the rate: 255 baud.
        var odd = RFC2217Client(rate: 255)
        #expect(odd.receive(greeting).answer.count == 6 + 52 + 1)
        _ = odd.receive(bytes("ff fa 2c 65 00 00 00 ff ff ff f0"))
        #expect(odd.state == .open)
    }
}
