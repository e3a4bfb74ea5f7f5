import Ground
import Links
import Recordings
import TestSupport
import Testing
import Traces

@Suite("A trace, written and read") struct RoundTripTests {
    @Test("every event of every link comes back as it was") func everyEvent() {
        let reading = TraceReader.read(Samples.blocks().flatMap { $0 })
        #expect(reading.error == nil)
        #expect(reading.events.count == Samples.events.count)
        for (read, written) in zip(reading.events, Samples.events) { #expect(read.placeless == written) }
    }
}
