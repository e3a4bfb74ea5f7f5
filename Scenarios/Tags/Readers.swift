import ScenarioKit

// Failures of the reader, for which no tag is to blame, and through which none may be lost.

extension ScenarioGroup {
    static let readers = ScenarioGroup(suite: .tags, tags: [.quick, .robustness], phone: .withDoorApp) {
        Scenario(
            "readerCable", "The reader's cable is pulled and plugged in again: taps before and after work",
            covers: [.tagSection(.readerFaults), .tagComplaint(.n4)]
        ) {
            Tap(.doorTag) { Expect(.opened(.doorApp), count: 1) }
            SimulatingReader(.unplugged) { Expect(.readerLost, within: .seconds(10)) }
            Expect(.readerBack, within: .seconds(20))
            Tap(.doorTag) { Expect(.opened(.doorApp), count: 1) }
        }

        Scenario(
            "cableUnderTag", "The cable is pulled while a tag is there: afterwards it is the same tag, not a new one",
            covers: [.tagSection(.readerFaults), .tagRule(.b17)]
        ) {
            Present(.doorTag, within: .seconds(5))
            Expect(.opened(.doorApp), count: 1)
            SimulatingReader(.unplugged) { Expect(.readerLost, within: .seconds(10)) }
            Expect(.readerBack, within: .seconds(20))
            Stay(.seconds(2)) { Expect(.notified(), count: 0) }
            Remove(.doorTag, within: .seconds(5))
            Expect(.notified(), count: 1)
        }

        Scenario(
            "libraryAborts", "The reader's library aborts its process: its tag is still read in the end",
            tags: [.quick, .robustness, .simulatorOnly],
            covers: [.tagSection(.libraryAborts), .tagSection(.readerFaults)]
        ) {
            Tap(.doorTag) { Expect(.opened(.doorApp), count: 1) }
            Repeat(1) {
                SimulateReader(.aborts)
                Present(.posterTag, within: .seconds(5))
                Expect(.readerLost, within: .seconds(10))
                Expect(.readerBack, within: .seconds(20))
                Expect(.opened(.browser), count: 1, within: .seconds(5))
                Remove(.posterTag, within: .seconds(10))
            }
            Tap(.doorTag) { Expect(.opened(.doorApp), count: 1) }
        }

        Scenario(
            "readerForgetsItself", "After an abort the reader does not identify itself at first: it is opened again",
            tags: [.quick, .robustness, .simulatorOnly], covers: [.tagSection(.readerFaults), .tagComplaint(.n7)]
        ) {
            Tap(.doorTag) { Expect(.opened(.doorApp), count: 1) }
            SimulateReader(.forgetsItself)
            SimulateReader(.aborts)
            Present(.doorTag, within: .seconds(5))
            Expect(.readerLost, within: .seconds(10))
            Expect(.readerBack, within: .seconds(20))
            Remove(.doorTag, within: .seconds(10))
            Repeat(1) { Tap(.doorTag) { Expect(.opened(.doorApp), count: 1) } }
        }

        Scenario(
            "readerMisbehaves",
            "The reader is silent, garbles and refuses for a while each, and taps work afterwards",
            tags: [.long, .robustness, .simulatorOnly], covers: [.tagSection(.readerFaults), .tagComplaint(.n13)]
        ) {
            Tap(.doorTag) { Expect(.opened(.doorApp), count: 1) }
            SimulatingReader(.silent) { Stay(.seconds(2)) }
            Tap(.doorTag, within: .seconds(30)) { Expect(.opened(.doorApp), count: 1) }
            SimulatingReader(.garbles) { Stay(.seconds(2)) }
            Tap(.doorTag, within: .seconds(30)) { Expect(.opened(.doorApp), count: 1) }
            SimulatingReader(.refuses) { Stay(.seconds(2)) }
            Tap(.doorTag, within: .seconds(30)) { Expect(.opened(.doorApp), count: 1) }
        }
    }
}
