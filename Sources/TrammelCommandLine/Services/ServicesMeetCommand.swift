import ArgumentParser
import Ground
import NetworkDriver
import Reports
import Runs

/// Meets Apple's Bonjour sample TicTacToe, the only real Apple peer that the rig can meet.
struct ServicesMeetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "meet", abstract: "Meet Apple's Bonjour sample TicTacToe, and show the frames that it sends.",
        usage: "trammel services meet --passcode <passcode> [<options>]",
        discussion: """
            Uses TLS 1.2 with the key derived from the game's passcode, and the sample's own frames. Application \
            services take no part: neither Apple's picker nor its transport. Tested against OpenSSL, and never against \
            Apple's app. The passcode is visible in the process list.

              trammel services meet --passcode 1234 --connect 192.0.2.7:4711

            Exit status: 0 the handshake succeeded and every byte belonged to a frame, 1 it did not, and the peer is \
            at fault, 3 the rig was at fault, 4 no peer came, 64 usage.
            """)

    @Option(
        help: ArgumentHelp(
            "Connect to this address, such as 192.0.2.7:4711 or [fe80::1%eth0]:4711.", valueName: "address"))
    var connect: String?

    @Option(help: ArgumentHelp("Connect to the game with this name, found through Avahi.", valueName: "name"))
    var find: String?

    @Option(
        help: ArgumentHelp(
            "Accept one connection at this address; with port 0 the kernel chooses.", valueName: "address"))
    var listen: String?

    @Option(help: "The game's passcode.")
    var passcode: String

    @Option(
        help: ArgumentHelp(
            "Send this move as soon as it is connected, such as X,1,2; may be repeated.", valueName: "move"))
    var move: [String] = []

    @Option(name: .customLong("for"), help: ArgumentHelp("End after this many seconds.", valueName: "seconds"))
    var limit: UInt32 = 10

    private static func address(_ text: String, _ option: String) throws -> NetworkAddress {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        var host = parts.dropLast().joined(separator: ":")
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        guard let port = parts.last.flatMap({ UInt16($0) }), NetworkAddress(host, port).isNumeric,
            port > 0 || option == "--listen"
        else {
            throw ValidationError(
                "\(option) takes a numeric address and a port, such as 192.0.2.7:4711, not \(text.escapedForDisplay)."
            )
        }
        return NetworkAddress(host, port)
    }

    private func way() throws -> SampleMeeting.Way {
        switch (connect, find, listen) {
        case (let text?, nil, nil): .connect(try Self.address(text, "--connect"))
        case (nil, let name?, nil): .find(name: name)
        case (nil, nil, let text?): .listen(try Self.address(text, "--listen"))
        default: throw ValidationError("Name one of --connect, --find and --listen.")
        }
    }

    func validate() throws {
        _ = try way()
        guard (1...3_600).contains(limit) else { throw ValidationError("--for takes 1 to 3600 seconds.") }
    }

    func run() throws {
        try SampleVisit(try way(), passcode: passcode, moves: move, for: .seconds(Int(limit))).run().leave()
    }
}
