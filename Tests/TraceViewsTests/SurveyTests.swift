import Ground
import Links
import Recordings
import ScenarioKit
import Scenarios
import Testing
import Traces
import Views

struct SurveyTests {
    @Test("every kind of entry that a run leaves can be asked for")
    func kinds() throws {
        var missing: [String] = []
        for scenario in Scenario.all {
            for entry in try RecordedRun(scenario).entries
            where !TimelineEntry.kinds.contains(entry.kind) && !missing.contains(entry.kind) {
                missing.append(entry.kind)
            }
        }
        #expect(missing == [])
        for (place, kind) in TimelineEntry.kinds.enumerated() {
            #expect(!TimelineEntry.kinds[..<place].contains(kind), "\(kind) is there twice")
        }
    }

    private func survey(_ filter: TimelineFilter, _ entries: [TimelineEntry]) -> TimelineSurvey {
        var survey = TimelineSurvey(filter)
        for entry in entries { #expect(survey.receive(entry) == filter.shows(entry)) }
        return survey
    }

    @Test("links that are nowhere are said with those that there are, and an empty choice with what it chose from")
    func remarks() throws {
        let entries = try RecordedRun(.named("fullFlow")).entries
        let all = survey(TimelineFilter(links: ["door", "uwb kit"]), entries)
        #expect(all.remarks == [] && !all.lacksSomething && all.count == entries.count && all.shown < all.count)
        let unknown = survey(TimelineFilter(links: ["door", "gate"]), entries)
        #expect(unknown.lacksSomething && unknown.remarks.count == 1)
        #expect(unknown.remarks.first?.contains("'gate'; there are: uwb kit, nfc reader, ") == true)
        let none = survey(TimelineFilter(kinds: ["gap"]), entries)
        #expect(none.lacksSomething && none.remarks == ["none of \(entries.count) events matches"])
        let one = survey(TimelineFilter(kinds: ["gap"]), Array(entries.prefix(1)))
        #expect(one.remarks == ["none of 1 event matches"])
    }

    @Test("a capture without frames of a run says how its packets are shown")
    func kernelOnly() {
        var reader = TimelineReader()
        let packet = CapturedPacket(
            instant: nil, linkType: .bluetoothLinuxMonitor, direction: .inbound, bytes: [1, 2])
        let entries = [TraceEvent.kernel(packet), .ended(verdict: "skipped", reason: nil)].compactMap {
            reader.receive($0)
        }
        let silent = survey(TimelineFilter(), entries)
        #expect(
            silent.remarks
                == ["there are no frames of a run; --kind kernel shows the 1 packet that a kernel saw"])
        #expect(!silent.lacksSomething)
        #expect(survey(TimelineFilter(kinds: ["kernel"]), entries).remarks == [])
    }
}
