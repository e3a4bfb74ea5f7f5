import Evidence
import Ground

/// A gate's files, possibly manipulated.
enum GateRecordTargets {
    static let all = [FuzzTarget("gate-record", seeds: { Seeds.texts(records) }, take: record)]

    private static let hash = String(repeating: "0a", count: 32)
    private static let time =
        #""time":{"boot":"b","date":"2026-11-18T11:06:40Z","steadyNanoseconds":1,"#
        + #""wallNanoseconds":1795000000000000000}"#
    private static let records = [
        "{\"chain\":\"\(hash)\",\"entry\":{\"began\":{\"bench\":{\"fingerprint\":\"f\",\"name\":\"n\"},\"clocks\":{},"
            + "\"firmware\":{\"name\":\"f\",\"sha256\":\"\(hash)\"},\"format\":1,"
            + "\"plan\":\"\(hash)\",\"program\":\"p\"},"
            + "\(time)}}\n{\"chain\":\"\(hash)\",\"entry\":{\"runStarted\":{\"folder\":\"a\",\"ordinal\":1,"
            + "\"scenario\":\"s\",\"seed\":1},\(time)}}\n",
        "{\"chain\":\"\(hash)\",\"entry\":{\"began\":{\"bench\":{\"fingerprint\":\"f\",\"name\":\"n\"},\"clocks\":{},"
            + "\"firmware\":{\"name\":\"f\",\"sha256\":\"\(hash)\"},\"format\":2,"
            + "\"plan\":\"\(hash)\",\"program\":\"p\",\"terms\":{\"acceptsClaimed\":false,"
            + "\"allowsQuarantine\":false,\"candidate\":{},"
            + "\"isMade\":true,\"isWritten\":true,\"scenarios\":[{\"file\":\"f\","
            + "\"hash\":\"h\",\"line\":1,\"name\":\"s\",\"tags\":[\"t\"]}],\"today\":\"2026-11-22\"}},"
            + "\(time)}}\n{\"chain\":\"\(hash)\",\"entry\":{\"noted\":{\"identity\":{\"afterOrdinal\":1,"
            + "\"isBaseline\":false,\"level\":\"flashed\",\"told\":[{\"bytes\":\"00\",\"source\":\"rig\"}],"
            + "\"when\":\"w\"}},\(time)}}\n{\"chain\":\"\(hash)\",\"entry\":{\"noted\":{\"fault\":\"x\"},\(time)}}\n",
    ]

    private static func record(_ input: [UInt8]) {
        guard let reading = try? GateRecordReading(input) else { return }
        must(reading.wholeBytes + reading.cutBytes == input.count, "some bytes are neither read nor cut off")
        for problem in reading.problems {
            must((0...input.count).contains(problem.offset) && problem.line <= reading.lines, "\(problem) is nowhere")
        }
    }
}
