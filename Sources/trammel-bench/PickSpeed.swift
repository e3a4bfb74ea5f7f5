import ApplicationServices
import Benches
import Engine
import Foundation
import Ground
import Journal
import Links
import OperatingSystem
import Rigs
import ScenarioKit
import Scenarios

/// The time from choosing a companion until the connection is ready, over real Avahi, TCP and TLS between two hosts of
/// a simulated network, with a person, an app and a listener that take no time, so that only the rig's own time
/// remains.
///
/// The other figure is for the same path without Trammel: `avahi-browse -rpt` and `openssl s_client` on the same host.
/// Needs root.
enum PickSpeed {
    static let benchmark = Benchmark(name: "pick", arguments: ["ROUNDS"]) { words in
        guard let rounds = Int(words[0]), (3...1_000).contains(rounds) else {
            throw Malformed(at: 0, "ROUNDS is a number from 3 to 1000")
        }
        return try lines(rounds)
    }

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let pad = CompanionSetup(
        "pad", shownAs: "Pad", .iPadOS, services: ["game"], consent: ConsentPolicy(.allows, after: .zero),
        launchDelay: .zero, listenerDelay: .zero)

    private static func lines(_ rounds: Int) throws -> [String] {
        let clock = MonotonicClock()
        let scenario = picking(rounds)
        let links = try BenchFactory.open(.virtual, for: scenario, seed: 1, clock: clock)
        defer { links.close() }
        let others = try PlainPrograms.spans(rounds, to: links, clock: clock)
        var picked: Instant?
        var ours: [Ground.Lapse] = []
        let spot = scenario.pickSpot
        let recorder = JournalRecorder(
            watchers: [
                { entry in
                    switch entry.event {
                    case .stepStarted(let step) where step.spot == spot: picked = entry.instant
                    // The first message that a screen sends when its connection is ready.
                    case .phone(.companion(_, .received(type: 3, _))):
                        if let began = picked { ours.append(entry.instant - began) }
                        picked = nil
                    default: break
                    }
                }
            ], keepsEntries: false)
        let summary = ScenarioRun(scenario: scenario, rig: .virtual, seed: 1).play(on: links, recorder: recorder)
        guard summary.verdict == .passed, ours.count == rounds else {
            throw Failure(description: "\(ours.count) connections: \(summary.reason ?? "\(summary.failures)")")
        }
        return [
            "picked and ready: \(told(ours))",
            "found by avahi-browse -rpt and connected by openssl s_client: \(told(others)); ours is "
                + "\(ratio(ours, others)) of it",
        ]
    }

    private static func picking(_ rounds: Int) -> Scenario {
        Scenario("picking", "A device is picked again and again", phone: PhoneSetup(companions: [pad])) {
            Let(.tv, .openPicker(service: "game", platforms: [.iPadOS]))
            // Long enough to be listed.
            Stay(.seconds(3))
            Let(.tv, .leavePicker)
            Repeat(rounds) {
                Let(.tv, .openPicker(service: "game", platforms: [.iPadOS]))
                Let(.tv, .pick(name: "Pad"))
                Await(.companion("pad", .connected), within: .seconds(15))
                Stay(.milliseconds(20))
                Let(.tv, .cancel)
                Await(.companion("pad", .closed), within: .seconds(5))
            }
        }
    }
}

extension Scenario {
    /// The location of the step in which a device is chosen.
    fileprivate var pickSpot: SourceSpot? { steps.lazy.compactMap(\.pickSpot).first }
}

extension Step {
    fileprivate var pickSpot: SourceSpot? {
        if case .screen(.pick, _) = action { return spot }
        return action.innerSteps.lazy.compactMap(\.pickSpot).first
    }
}

/// Runs of `avahi-browse` and then `openssl s_client` on the screens' host.
private enum PlainPrograms {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    static func spans(_ rounds: Int, to links: any LinkSet, clock: MonotonicClock) throws -> [Ground.Lapse] {
        _ = links.send(.discovery(.publish("pad", shownAs: "Pad", strings: ["v=1", "plat=iPadOS", "svc=game"])))
        defer { _ = links.send(.discovery(.withdraw("pad"))) }
        let folder = FileManager.default.temporaryDirectory.appending(path: "trammel-bench-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let lan = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
        let script = """
            cd '\(folder.path)'
            export DBUS_SYSTEM_BUS_ADDRESS='unix:path=\(lan)/trammel-lan-\(getpid())/bus2'
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=bench \
            -keyout key.pem -out own.pem 2> /dev/null
            browse() { avahi-browse -rpt _trammel-agent._tcp | grep ';10[.]77[.]0[.]1;' | head -1; }
            look() { IFS=';' read -ra at <<< "$(browse)"; [ ${#at[@]} -ge 9 ]; }
            # For seconds at a time it gives an address of IPv6 alone, which has no interface there: such a round is
            # none of its rounds.
            for ((i = 0, j = 0; i < \(rounds) && j < \(10 * rounds); j++)); do
                began=$EPOCHREALTIME
                look || { sleep 0.1; continue; }
                openssl s_client -connect "${at[7]}:${at[8]}" -tls1_3 -cert own.pem -key key.pem -brief \
            < /dev/null > said 2>&1
                ended=$EPOCHREALTIME
                grep -q ESTABLISHED said || { cat said >&2; exit 1; }
                echo "$began $ended"
                i=$((i + 1))
            done
            """
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["ip", "netns", "exec", "trm\(getpid())", "bash", "-c", script]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        let spans = text.split(separator: "\n").compactMap { line -> Ground.Lapse? in
            let ends = line.split(separator: " ").compactMap { Int($0.filter(\.isWholeNumber)) }
            return ends.count == 2 ? .microseconds(ends[1] - ends[0]) : nil
        }
        guard process.terminationStatus == 0, spans.count == rounds else {
            throw Failure(description: "avahi-browse and openssl connect \(spans.count) times of \(rounds)")
        }
        return spans
    }
}
