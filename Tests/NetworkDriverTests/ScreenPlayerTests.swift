import ApplicationServices
import Foundation
import Ground
import Links
import OperatingSystem
import RigKit
import TestSupport
import Testing

@testable import Benches

// Only one network of this kind can exist at a time, so these tests are serialized with the others.
extension ScreenNetworkTests {
    /// A screen played to a phone app: it finds the agent through a real daemon, connects and resumes.
    @Suite struct PlayerTests {
        /// A phone app with its system: an agent on a network of two hosts, whose person allows everything.
        private final class App {
            let clock = MonotonicClock()
            let network: SimulatedLAN
            private let mailbox = Mailbox()
            private let agents: CompanionAgents
            private let scratch: Scratch
            private var agent: CompanionAgent
            private var ready: ServiceObject?
            private(set) var frames: [ServiceFrame] = []

            init() throws {
                scratch = try Scratch()
                network = try SimulatedLAN(in: scratch.path, clock: clock)
                let side = network.agents
                agents = CompanionAgents(
                    at: side.hosts, interface: nil, bus: side.bus, mailbox: mailbox, clock: clock)
                agent = CompanionAgent(
                    platform: .iPadOS, pin: String(repeating: "0", count: AgentRecord.pinLength),
                    apps: [CompanionApp("app", services: ["game"])],
                    settings: AgentSettings(consent: ConsentPolicy(.allows, after: .milliseconds(50))), seed: 1)
                _ = agents.send(.publish("pad", shownAs: "Pad", strings: ["v=1", "plat=iPadOS", "svc=game"]))
            }

            deinit {
                agents.close()
                network.close()
            }

            func tell(_ input: AgentInput) {
                for effect in agent.receive(input, at: clock.now) {
                    switch effect {
                    case .send(let id, let bytes): _ = agents.send(.bytes(bytes), on: stream(id))
                    case .close(let id, let how): _ = agents.send(how == .reset ? .reset : .close, on: stream(id))
                    case .transition(let transition):
                        guard transition.object.kind == .connection else { continue }
                        if case .ready = transition.state { ready = transition.object }
                        if case .cancelled = transition.state { ready = nil }
                    case .frame(_, let frame): frames.append(frame)
                    default: continue
                    }
                }
            }

            func send(_ frame: ServiceFrame) throws { tell(.send(try #require(ready), frame)) }

            /// Handles everything received so far, then waits a moment for more.
            func play() {
                while case .arrival(let arrival) = mailbox.take(until: clock.now + .milliseconds(2), clock: clock) {
                    guard case .stream(let stream, let event) = arrival.inbound else { continue }
                    let id = TransportID(Int(stream.connection))
                    switch event {
                    case .opened: tell(.accepted(id))
                    case .bytes(let bytes): tell(.received(id, bytes))
                    case .closed, .service: continue
                    case .ended: tell(.ended(id, .endOfStream))
                    }
                }
                tell(.timePasses)
            }

            private func stream(_ id: TransportID) -> StreamID {
                StreamID.agent(of: "pad", connection: UInt32(clamping: id.rawValue))
            }
        }

        private static func wait(
            _ what: Comment, _ app: App, _ screen: ScreenPlayer, until isMeant: (ScreenNews) -> Bool
        ) throws {
            let deadline = app.clock.now + .seconds(15)
            var seen: [ScreenNews] = []
            while app.clock.now < deadline {
                app.play()
                seen += try screen.play(until: app.clock.now).map(\.news)
                if seen.contains(where: isMeant) { return }
            }
            Issue.record("\(what) did not come: \(seen)")
        }

        /// Returns an app on the network with a screen that has chosen it and is connected.
        private static func connected() throws -> (app: App, screen: ScreenPlayer) {
            let app = try App()
            let screen = try ScreenPlayer(ScreenModel(), bus: app.network.agents.bus, clock: app.clock)
            screen.perform(.openPicker(service: "game", platforms: [.iPadOS]))
            screen.perform(.pick(name: "Pad"))
            try wait("the connection", app, screen, until: isHello)
            return (app, screen)
        }

        private static func isHello(_ news: ScreenNews) -> Bool {
            if case .screen(.hello) = news { true } else { false }
        }

        @Test func meetsAnAppThatGoesAndComesBack() throws {
            let (app, screen) = try Self.connected()
            defer { screen.close() }
            try app.send(ServiceFrame(type: 9, payload: [1, 2, 3]))
            try Self.wait("the frame", app, screen) {
                guard case .screen(.frame(_, let frame)) = $0 else { return false }
                return frame == ServiceFrame(type: 9, payload: [1, 2, 3])
            }
            app.tell(.app("app", .background))
            try Self.wait("the connection that waits", app, screen) {
                if case .screen(.parked) = $0 { true } else { false }
            }
            app.tell(.app("app", .resume))
            try Self.wait("the second connection", app, screen, until: Self.isHello)
            // It reports its position in the game on each connection.
            let deadline = app.clock.now + .seconds(5)
            while app.frames.count < 2, app.clock.now < deadline { app.play() }
            #expect(app.frames.map(\.type) == [3, 3])
            screen.perform(.cancel)
            while !screen.isQuiet, app.clock.now < deadline {
                _ = try screen.play(until: app.clock.now + .milliseconds(5))
            }
            #expect(screen.isQuiet)
        }

        /// The number of rounds; TRAMMEL_ROUNDS sets another one.
        private static let rounds = ProcessInfo.processInfo.environment["TRAMMEL_ROUNDS"].flatMap { Int($0) } ?? 60

        /// Each round has one move, which the screen receives once, and leaves nothing open; in a separate process,
        /// where nothing else opens descriptors.
        @Test func aThousandReturnsLeaveNothingBehind() async {
            await #expect(processExitsWith: .success) { try Self.comeBack() }
        }

        private static func comeBack() throws {
            let (app, screen) = try Self.connected()
            defer { screen.close() }
            var before = (files: 0, memory: 0)
            for round in 1...Self.rounds {
                // Caches are full by then.
                if round == Self.rounds / 2 { before = (try Self.openFiles(), try Self.memory()) }
                try app.send(ServiceFrame(type: 1, payload: Array("\(round)".utf8)))
                try Self.wait("move \(round)", app, screen) {
                    if case .screen(.frame(_, let frame)) = $0 { frame.type == 1 } else { false }
                }
                app.tell(.app("app", .background))
                try Self.wait("the connection that waits", app, screen) {
                    if case .screen(.parked) = $0 { true } else { false }
                }
                app.tell(.app("app", .resume))
                try Self.wait("the next connection", app, screen, until: Self.isHello)
            }
            let deadline = app.clock.now + .seconds(5)
            // An acknowledgement lost in the background is superseded by the screen's next report.
            let points = { app.frames.filter { $0.type == 3 }.map { String(decoding: $0.payload, as: UTF8.self) } }
            while points().count <= Self.rounds, app.clock.now < deadline { app.play() }
            try #require(points() == (0...Self.rounds).map { "\($0)" })
            // The last ones are closed a little later; one leaked per round would stay.
            let calm = app.clock.now + .seconds(10)
            while try Self.openFiles() > before.files + 2, app.clock.now < calm {
                app.play()
                _ = try screen.play(until: app.clock.now + .milliseconds(5))
            }
            try #require(try Self.openFiles() <= before.files + 2)
            // A round that leaked its 10 KB would show.
            try #require(try Self.memory() - before.memory < Self.rounds / 2 * 10 + 4_000, "KB more than before")
        }

        private static func openFiles() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        }

        /// Returns the process's resident memory in KB.
        private static func memory() throws -> Int {
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
            return try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
        }

        @Test func aDefectThatThereIsNotIsTheRigs() {
            #expect(throws: RigFault.self) {
                try ScreenPlayer(ScreenModel(defects: ["sings"]), bus: nil, clock: MonotonicClock())
            }
        }
    }
}
