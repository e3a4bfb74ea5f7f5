import Glibc
import OperatingSystem
import TestSupport
import Testing

/// `trammel services meet` with itself and with OpenSSL's programs, never with Apple's app.
@Suite struct ServicesMeetTests {
    /// Returns an address below the kernel's ephemeral ports.
    private static func anyAddress() -> String { "127.0.0.1:\(Int.random(in: 20_000..<32_000))" }

    /// Starts a listener there, with the passcode 1234.
    private static func listening(at address: String) throws -> Program {
        var program = try Program(["services", "meet", "--listen", address, "--passcode", "1234", "--for", "20"])
        let isListening = program.waitFor("listens at \(address)")
        #expect(isListening)
        return program
    }

    /// Starts a shell command whose output is discarded.
    private static func shell(_ command: String) throws -> ChildProcess {
        let null = try FileDescriptor("open /dev/null") { open("/dev/null", O_RDWR | O_CLOEXEC) }
        return try ChildProcess(
            path: "/bin/sh", arguments: ["-c", command], environment: ["PATH=/usr/bin:/bin"],
            descriptors: [Int32](repeating: null.number, count: 3))
    }

    @Test func twoSidesMeetAndShowTheMoves() throws {
        let address = Self.anyAddress()
        let server = try Self.listening(at: address)
        let client = try Program.run(
            "services", "meet", "--connect", address, "--passcode", "1234", "--move", "X,1,2", "--for", "3")
        #expect(client.status == 0 && client.words.contains("-> move \"X,1,2\""), "\(client.output)\(client.error)")
        let ended = server.end()
        #expect(ended.status == 0 && ended.words.contains("<- move \"X,1,2\""), "\(ended.output)\(ended.error)")
        #expect(ended.words.contains("ended: by the peer"))
    }

    @Test func anotherPasscodeIsThePeersOnBothSides() throws {
        let address = Self.anyAddress()
        let server = try Self.listening(at: address)
        let client = try Program.run(
            "services", "meet", "--connect", address, "--passcode", "4321", "--for", "5")
        #expect(client.status == 1 && !client.words.contains("ready"), "\(client.output)\(client.error)")
        let ended = server.end()
        #expect(ended.status == 1 && !ended.words.contains("ready"), "\(ended.output)\(ended.error)")
    }

    @Test func bytesThatAreNoFrameAreThePeers() throws {
        let address = Self.anyAddress()
        let server = try Self.listening(at: address)
        // printf TicTacToe | openssl dgst -sha256 -mac HMAC -macopt key:1234
        let command = """
            key=$(printf TicTacToe | openssl dgst -sha256 -mac HMAC -macopt key:1234 | sed 's/.* //')
            (sleep 1; printf 'HELLO, HELLO, HELLO'; sleep 1) | timeout 10 openssl s_client -connect \(address) -tls1_2 \
            -psk $key -psk_identity any -cipher PSK-AES128-GCM-SHA256
            """
        let shell = try Self.shell(command)
        let ended = server.end()
        shell.kill()
        #expect(ended.status == 1, "\(ended.output)\(ended.error)")
        #expect(ended.words.contains("[services.framing], byte 4 of the stream"), "\(ended.output)")
    }

    /// The peer begins a frame, keeps the connection open, and never sends the rest.
    @Test func halfAFrameIsNoPass() throws {
        let address = Self.anyAddress()
        var server = try Program(["services", "meet", "--listen", address, "--passcode", "1234", "--for", "3"])
        let isListening = server.waitFor("listens at \(address)")
        #expect(isListening)
        let command = """
            key=$(printf TicTacToe | openssl dgst -sha256 -mac HMAC -macopt key:1234 | sed 's/.* //')
            (sleep 1; printf '\\002\\000\\000\\000\\012'; sleep 30) | timeout 30 openssl s_client \
            -connect \(address) -tls1_2 -psk $key -psk_identity any -cipher PSK-AES128-GCM-SHA256
            """
        let shell = try Self.shell(command)
        let ended = server.end()
        shell.kill()
        #expect(ended.status == 1, "\(ended.output)\(ended.error)")
        #expect(ended.words.contains("[services.halfFrame]"), "\(ended.output)")
    }

    @Test func nobodyIsNoPass() throws {
        let ended = try Program.run(
            "services", "meet", "--listen", "127.0.0.1:0", "--passcode", "1234", "--for", "1")
        #expect(ended.status == 4, "\(ended.output)\(ended.error)")
    }

    @Test func aRefusalIsThePeers() throws {
        let ended = try Program.run("services", "meet", "--connect", "127.0.0.1:1", "--passcode", "1234")
        #expect(ended.status == 1 && ended.words.contains("refused"), "\(ended.output)\(ended.error)")
    }

    @Test(arguments: ["0.0.0.0:4711", "203.0.113.1:4711"])
    func anAddressThatIsNotHereIsTheRigs(_ address: String) throws {
        let ended = try Program.run("services", "meet", "--listen", address, "--passcode", "1234", "--for", "2")
        #expect(ended.status == 3 && !ended.error.isEmpty, "\(ended.output)\(ended.error)")
    }

    @Test(arguments: [
        [], ["--connect", "127.0.0.1:1", "--find", "a"], ["--connect", "127.0.0.1"], ["--connect", "::1"],
        ["--connect", "127.0.0.1:0"], ["--connect", "phone.local:4711"], ["--listen", "127.0.0.1:1:1"],
    ])
    func wordsThatDoNotFitAreUsage(_ words: [String]) throws {
        let program = try Program(["services", "meet", "--passcode", "1234"] + words)
        #expect(program.end().status == 64)
    }
}
