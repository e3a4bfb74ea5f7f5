import ApplicationServices
import Foundation
import Ground
import Links
import OperatingSystem
import TestSupport
import Testing

@testable import Benches
@testable import Simulators

// Only one network of this kind can exist at a time, so these tests are serialized with the others.
extension ScreenNetworkTests {
    /// The program `trammel screen`, with and without `--check`, on one host, and the simulated phone on the other.
    @Suite struct AppCheckTests {
        @Test func aHealthyAppPasses() throws {
            let check = try Check([])
            let (status, output) = try check.run()
            #expect(status == 0 && output.contains("passed: "), "\(output)")
            #expect(check.asked == [.consent, .play, .background, .resume, .play, .consent], "\(output)")
        }

        /// Half a frame precedes the last background. A person may make more moves than requested.
        @Test(arguments: [0, 2]) func aHealthyAppPassesWithTheDefaults(surplus: Int) throws {
            let check = try Check([], arguments: ["--check"], moves: 10 + surplus)
            let (status, output) = try check.run()
            #expect(status == 0 && output.contains("passed: "), "\(output)")
            #expect(check.asked.count { $0 == .background } == 2, "\(output)")
        }

        @Test func withoutCheckAConnectionThatIsReadyIsEnough() throws {
            let (status, output) = try Check([], arguments: ["--for", "8"]).run()
            #expect(status == 0, "\(output)")
        }

        @Test(arguments: [AppDefect.staysConnected, .newListenerEachTime, .doublesFrames, .ignoresParameters])
        func aDefectIsNamedByItsCode(defect: AppDefect) throws {
            let (status, output) = try Check([defect]).run()
            #expect(status == 1 && output.contains("[\(defect.sign)]"), "\(output)")
        }

        /// Nothing is said about the app then.
        @Test(arguments: [true, false]) func whatTheNetworkLacksIsTheRigs(isCable: Bool) throws {
            let (status, output) = try Check([]).run { network in
                if isCable { try network.perform(.cableOut, true) } else { network.rest() }
            }
            #expect(status == 3 && !output.contains("[app.") && !output.contains("passed: "), "\(output)")
        }
    }

    /// The two hosts, the phone and the program.
    private final class Check {
        enum Question { case consent, play, background, resume }

        private let clock = MonotonicClock()
        private let network: SimulatedLAN
        private let mailbox = Mailbox()
        private let agents: CompanionAgents
        private let scratch: Scratch
        private var app: SimulatedApp
        private let process = Process()
        private let (input, output) = (Pipe(), Pipe())
        private var said = ""
        private(set) var asked: [Question] = []
        private var consents = 0
        /// The number of moves that the person makes at a time.
        private let moves: Int

        init(
            _ defects: Set<AppDefect>,
            arguments: [String] = ["--check", "--moves", "3", "--rounds", "1", "--within", "5"], moves: Int = 3
        ) throws {
            self.moves = moves
            scratch = try Scratch()
            network = try SimulatedLAN(in: scratch.path, clock: clock)
            let side = network.agents
            agents = CompanionAgents(at: side.hosts, interface: nil, bus: side.bus, mailbox: mailbox, clock: clock)
            app = SimulatedApp(defects: defects, seed: 1)
            _ = agents.send(.publish("pad", shownAs: "Pad", strings: app.strings))
            let far = network.screens
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments =
                ["nsenter", "--net=\(far.namespace)", Programs.trammel, "screen", "--service", "game", "--pick", "Pad"]
                + arguments
            process.environment = ProcessInfo.processInfo.environment.merging(
                ["DBUS_SYSTEM_BUS_ADDRESS": far.bus]) { _, new in new }
            (process.standardInput, process.standardOutput, process.standardError) = (input, output, output)
        }

        deinit {
            if process.isRunning { process.terminate() }
            agents.close()
            network.close()
        }

        /// Plays the phone until the program ends. The closure disturbs the network when the game's moves are
        /// requested.
        func run(_ trouble: (SimulatedLAN) throws -> Void = { _ in }) throws -> (status: Int32, output: String) {
            try process.run()
            let descriptor = output.fileHandleForReading.fileDescriptor
            let limit = clock.now + .seconds(90)
            while process.isRunning {
                try #require(clock.now < limit, "\(said)")
                try play()
                if Poller(clock: clock).wait([PollDescriptor(descriptor)], until: clock.now).first?.isEmpty == false {
                    said += String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
                }
                try answer(trouble)
            }
            said += String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            return (process.terminationStatus, said)
        }

        /// Handles everything received so far, then waits a moment for more.
        private func play() throws {
            while case .arrival(let arrival) = mailbox.take(until: clock.now + .milliseconds(2), clock: clock) {
                guard case .stream(let stream, let event) = arrival.inbound else { continue }
                let id = TransportID(Int(stream.connection))
                switch event {
                case .opened: try carryOut(app.accepted(id, at: clock.now))
                case .bytes(let bytes): try carryOut(app.received(id, bytes, at: clock.now))
                case .closed, .service: continue
                case .ended: try carryOut(app.ended(id, .endOfStream, at: clock.now))
                }
            }
            if let due = app.deadline, due <= clock.now { try carryOut(app.advance(to: clock.now)) }
        }

        private func carryOut(_ wishes: [AppRequest]) throws {
            for wish in wishes {
                switch wish {
                case .send(let id, let bytes): _ = agents.send(.bytes(bytes), on: stream(id))
                case .close(let id, let how): _ = agents.send(how == .reset ? .reset : .close, on: stream(id))
                case .consented: consents += 1
                }
            }
        }

        private func stream(_ id: TransportID) -> StreamID {
            StreamID.agent(of: "pad", connection: UInt32(clamping: id.rawValue))
        }

        /// The person at the phone carries out the next task and confirms it.
        private func answer(_ trouble: (SimulatedLAN) throws -> Void) throws {
            let questions = said.split(separator: "\n").filter { $0.hasPrefix(">>> ") }
            guard questions.count > asked.count else { return }
            let words = questions[asked.count]
            if words.contains("allow") {
                let given = asked.filter { $0 == .consent }.count
                guard consents > given else { return }
                asked.append(.consent)
            } else if words.contains("make") {
                asked.append(.play)
                try trouble(network)
                try carryOut(app.perform(.play(moves: moves), at: clock.now))
            } else if words.contains("background") {
                asked.append(.background)
                try carryOut(app.perform(.background, at: clock.now))
            } else {
                asked.append(.resume)
                try carryOut(app.perform(.resume, at: clock.now))
            }
            try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
        }
    }
}
