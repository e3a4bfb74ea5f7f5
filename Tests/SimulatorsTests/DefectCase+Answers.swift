import GATT
import Ground
import NearbyInteraction
import Simulators

// The accessory's messages, and its handling of writes.
extension DefectCase {
    static let answers: [DefectCase] = [
        DefectCase(.ignoresInitialize, healthy: "1", defective: "") { bench in
            bench.connect()
            _ = bench.initialize()
            return bench.ids
        },
        DefectCase(.answersTwice, healthy: "1", defective: "1 1") { bench in
            bench.connect()
            _ = bench.initialize()
            return bench.ids
        },
        DefectCase(.emptyAnswer, healthy: "1", defective: "-") { bench in
            bench.connect()
            _ = bench.initialize()
            return bench.ids
        },
        DefectCase(.echoesWrites, healthy: "1", defective: "a 1") { bench in
            bench.connect()
            _ = bench.initialize()
            return bench.ids
        },
        DefectCase(.sendsInitialize, healthy: "", defective: "a") { bench in
            bench.connect()
            bench.pass(.seconds(1))
            return bench.ids
        },
        DefectCase(.rejectsTrailingBytes, healthy: "1", defective: "") { bench in
            bench.connect()
            bench.write(PhoneMessage.initialize.encoded() + [0, 0])
            return bench.ids
        },
        DefectCase(.answersUnknownMessages, healthy: "", defective: "ff") { bench in
            bench.connect()
            bench.write([0x77])
            return bench.ids
        },
        DefectCase(.answersAndroidInitialize, healthy: "0", defective: "19") { bench in
            bench.connect()
            bench.write([0xA5])
            return "\(bench.messages.first?.count ?? 0)"
        },
        DefectCase(.slowConfiguration, healthy: "1", defective: "") { bench in
            bench.connect()
            _ = bench.initialize(wait: .milliseconds(2_500))
            return bench.ids
        },
        DefectCase(.didStartTwice, healthy: "1 2", defective: "1 2 2") { bench in
            bench.connect()
            bench.start()
            return bench.ids
        },
        DefectCase(.rangesUnannounced, healthy: "1 2 ranges", defective: "1 ranges") { bench in
            bench.connect()
            let exchange = bench.start()
            return bench.ids + " " + bench.judge(exchange)
        },
        DefectCase(.saysStoppedUnasked, healthy: "1 2 ranges", defective: "1 2 3 ranges") { bench in
            bench.connect()
            let exchange = bench.start()
            bench.pass(.seconds(1))
            return bench.ids + " " + bench.judge(exchange)
        },
        DefectCase(.ignoresIdleStop, healthy: "3 1 2 3", defective: "1 2 3") { bench in
            bench.connect()
            bench.stop()
            bench.start()
            bench.stop()
            return bench.ids
        },
        DefectCase(.ignoresStop, healthy: "1 2 3 silent", defective: "1 2 silent") { bench in
            bench.connect()
            let exchange = bench.start()
            bench.stop()
            return bench.ids + " " + bench.judge(exchange)
        },
        DefectCase(.truncatesAtMTU23, healthy: "", defective: "20") { bench in
            bench.connect(mtu: 23)
            _ = bench.initialize()
            return bench.messages.map { "\($0.count)" }.joined()
        },
        DefectCase(.dropsWhenTooLong, healthy: "1", defective: "") { bench in
            bench.connect()
            _ = bench.initialize()
            return bench.ids
        },
        DefectCase(.hangsOnLongWrite, healthy: "written, then 3", defective: "nothing, then ") { bench in
            bench.connect(mtu: 23)
            let long = bench.write([UInt8](repeating: 0x77, count: 40))
            bench.stop()
            return (long == .written ? "written" : "nothing") + ", then " + bench.ids
        },
        DefectCase(.crashesOnEmptyWrite, healthy: "", defective: "lost, advertises") { bench in
            bench.connect()
            bench.write([])
            bench.pass(.seconds(1))
            return bench.linkEvents
        },
        DefectCase(.crashesOnLongWrite, healthy: " - ", defective: " - lost, advertises") { bench in
            bench.connect()
            bench.write([UInt8](repeating: 0x77, count: 50))
            let before = bench.linkEvents
            bench.write([UInt8](repeating: 0x77, count: 51))
            bench.pass(.seconds(1))
            return before + " - " + bench.linkEvents
        },
        DefectCase(.losesBackToBackWrites, healthy: "1 2 3 1", defective: "1 2 3") { bench in
            bench.connect()
            bench.start()
            bench.stop(wait: .milliseconds(15))
            _ = bench.initialize()
            return bench.ids
        },
        DefectCase(.ignoresRequests, healthy: "true", defective: "false") { bench in
            bench.connect()
            return "\(!bench.characteristics.isEmpty)"
        },
    ]
}
