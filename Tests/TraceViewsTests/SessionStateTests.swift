import Recordings
import Scenarios
import Testing

@testable import Views

@Suite("Ranging sessions in a comparison") struct SessionStateTests {
    @Test("a session that is gone is not kept, however many there were")
    func gone() throws {
        let run = try RecordedRun(.named("configurationExchange"))
        var reader = TimelineReader()
        var maker = ItemMaker(.comparing)
        var (most, told) = (0, 0)
        for event in run.events {
            guard let entry = reader.receive(event) else { continue }
            told += maker.items(of: entry).count { item in
                if case .frame(let meaning) = item.key { meaning.contains("rounds:") } else { false }
            }
            most = max(most, maker.states.count)
        }
        #expect(most == 1)
        #expect(maker.states.isEmpty)
        // One for each of its three sessions.
        #expect(told == 3)
    }
}
