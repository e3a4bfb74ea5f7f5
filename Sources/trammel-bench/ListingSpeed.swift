import Benches
import Foundation
import Ground
import Links
import OperatingSystem
import RigKit
import Rigs
import ScenarioKit
import Synchronization

/// The time from the request to publish a companion until it is listed on the other host of a simulated network, by
/// the screen and by `avahi-browse -r`, which asks the same daemon. Needs root.
enum ListingSpeed {
    static let benchmark = Benchmark(name: "listing", arguments: ["ROUNDS"]) { words in
        guard let rounds = Int(words[0]), (3...1_000).contains(rounds) else {
            throw Malformed(at: 0, "ROUNDS is a number from 3 to 1000")
        }
        return try lines(rounds)
    }

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let patience = Lapse.seconds(15)

    private static func lines(_ rounds: Int) throws -> [String] {
        let clock = MonotonicClock()
        let links = try BenchFactory.open(.virtual, needs: [.screen("tv")], seed: 1, clock: clock)
        defer { links.close() }
        // The bus of the screens' host, as the bench creates it.
        let folder = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
        let bus = "unix:path=\(folder)/trammel-lan-\(getpid())/bus2"
        setenv("DBUS_SYSTEM_BUS_ADDRESS", bus, 1)
        let screen = try ScreenPlayer(ScreenModel(), clock: clock)
        defer { screen.close() }
        let browser = try Browser(clock: clock)
        defer { browser.end() }
        var (ours, others): ([Ground.Lapse], [Ground.Lapse]) = ([], [])
        for round in 1...rounds {
            let (name, shown) = (CompanionName("pad\(round)"), "Pad \(round)")
            let began = links.send(
                .discovery(.publish(name, shownAs: shown, strings: ["v=1", "plat=iPadOS", "svc=game"])))
            let limit = began + patience
            var found: Instant?
            while found == nil || browser.seen(shown) == nil {
                guard clock.now < limit else { throw Failure(description: "\(shown) is not listed by both") }
                for (instant, news) in try screen.play(until: clock.now + .milliseconds(1)) {
                    if case .found(shown, _) = news { found = found ?? instant }
                }
            }
            if let found, let seen = browser.seen(shown) {
                ours.append(found - began)
                others.append(seen - began)
            }
            _ = links.send(.discovery(.withdraw(name)))
        }
        return [
            "published and listed by the screen: \(told(ours))",
            "the same by avahi-browse -r: \(told(others)); ours is \(ratio(ours, others)) of it",
        ]
    }
}

/// A process of `avahi-browse`, which prints a line for each service that it has resolved.
private final class Browser: Sendable {
    private let process: Process
    private let lines = Mutex<[String: Instant]>([:])

    init(clock: MonotonicClock) throws {
        let output = Pipe()
        process = Process()
        process.executableURL = URL(filePath: "/usr/bin/avahi-browse")
        process.arguments = ["--parsable", "--resolve", "--no-db-lookup", "_trammel-agent._tcp"]
        process.environment = ProcessInfo.processInfo.environment
        process.standardOutput = output
        try process.run()
        Thread { [self] in
            var text = ""
            while true {
                let part = output.fileHandleForReading.availableData
                let now = clock.now
                guard !part.isEmpty else { return }
                text += String(decoding: part, as: UTF8.self)
                while let end = text.firstIndex(of: "\n") {
                    note(text[..<end], at: now)
                    text = String(text[text.index(after: end)...])
                }
            }
        }.start()
    }

    /// Returns the instant at which it printed the service's address.
    func seen(_ name: String) -> Instant? { lines.withLock { $0[name] } }

    func end() { process.terminate() }

    /// Parses a line `=;interface;protocol;name;type;…`, with `\032` for a blank.
    private func note(_ line: Substring, at now: Instant) {
        let fields = line.split(separator: ";", omittingEmptySubsequences: false)
        guard fields.count > 3, fields[0] == "=" else { return }
        let name = fields[3].replacingOccurrences(of: "\\032", with: " ")
        lines.withLock { lines in if lines[name] == nil { lines[name] = now } }
    }
}
