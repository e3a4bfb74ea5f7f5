import Captures
import Ground
import Links
import Recordings
import Testing
import Traces

@Suite struct QorvoImportTests {
    private static let state = #"SESSION_STATUS_NTF: {state="ACTIVE", reason="x"}"#
    private static let round = "SESSION_INFO_NTF: {session_handle=1, sequence_number=2, block_index=2, n_measurements=1"
    private static let distance = #" [mac_address=0x0001, status="SUCCESS", distance[cm]=24]}"#

    /// Returns lines and notes with their instants in milliseconds.
    private func story(_ trace: ImportedTrace) -> [String] {
        trace.events.compactMap { event in
            switch event {
            case .received(let arrival, _, _):
                guard case .console(_, let text) = arrival.inbound else { return nil }
                return "\(arrival.instant.nanoseconds / 1_000_000) \(text)"
            case .journal(let note) where note.kind != "import":
                return "\(note.instant.nanoseconds / 1_000_000) \(note.kind)"
            default: return nil
            }
        }
    }

    @Test("sessions and distances are placed at their lines, however the log is cut", arguments: [1, 7, 100_000])
    func places(size: Int) throws {
        let lines = [Self.state, "ok", Self.round, Self.distance, "ok"]
        let trace = try imported(Array(lines.joined(separator: "\r\n").utf8), by: size)
        #expect(
            story(trace) == [
                "0 " + Self.state, "0 session", "1 ok", "2 " + Self.round, "3 " + Self.distance, "3 distance", "4 ok",
            ])
        #expect(trace.says("the log has no times"))
    }

    @Test("a terminal's times are the lines' instants, and are removed from the text", arguments: [1, 100_000])
    func stamped(size: Int) throws {
        let lines = [
            "Welcome to minicom", "[2024-05-01 12:00:00.000] " + Self.state, "[2024-05-01 12:00:00.250] " + Self.round,
            "[2024-05-01 12:00:00.251] \r" + Self.distance, "[2024-05-01 12:00:01.500] ok",
        ]
        let trace = try imported(Array(lines.joined(separator: "\n").utf8), by: size)
        #expect(
            story(trace) == [
                "0 Welcome to minicom", "0 " + Self.state, "0 session", "250 " + Self.round, "251 " + Self.distance,
                "251 distance", "1500 ok",
            ])
        guard case .began(let header) = trace.events.first else { return }
        #expect(header.wallClock.nanoseconds == 1_714_564_800_000_000_000)
        #expect(trace.says("taken for UTC") && !trace.says("no times"))
    }

    @Test("a time of day continues past midnight, and an hour back shifts the rest")
    func timesOfDay() throws {
        let stamps = ["23:59:59.500", "00:00:00.500", "00:00:02.000", "23:00:03.000", "23:00:04.000"]
        let lines = stamps.map { "[\($0)] " + Self.state }
        let midnight = try imported(Array(lines.prefix(3).joined(separator: "\n").utf8))
        #expect(
            story(midnight).compactMap { $0.split(separator: " ").first } == ["0", "0", "1000", "1000", "2500", "2500"])
        #expect(midnight.says("without a date"))
        let back = ["12:00:00", "12:00:01", "11:00:02", "11:00:03"].map { $0 + " " + Self.state }
        let shifted = try imported(Array(back.joined(separator: "\n").utf8))
        #expect(
            story(shifted).compactMap { $0.split(separator: " ").first }
                == ["0", "0", "1000", "1000", "1000", "1000", "2000", "2000"])
        #expect(shifted.says("line 3: the capture's clock goes back by 3599.00 s"))
    }

    @Test(
        "a log is recognised wherever its first session is, and other text is not", arguments: [1_000, 1_000_000])
    func recognised(size: Int) throws {
        let banner = String(repeating: "[00:00:01.000] boot: nothing to see\n", count: 1_000)
        let trace = try imported(Array((banner + Self.state + "\n").utf8), by: size)
        #expect(trace.frames.count == 1_001)
        #expect(throws: ImportRefusal("text, and not of the Qorvo command line", at: 0)) {
            try imported(Array(banner.utf8), by: size)
        }
        // The noise of a line that is opened in the middle of a byte.
        let noise: [UInt8] = [0x00, 0xFF, 0x03] + Array((banner + Self.state + "\n").utf8)
        #expect(try imported(noise, by: size).frames.count == 1_001)
    }
}
