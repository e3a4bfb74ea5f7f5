import Evidence
import Ground
import Runs

/// A search's files, and handwritten lists of versions.
enum BisectTargets {
    static let all = [
        FuzzTarget("bisect-record", seeds: { records }, take: record),
        FuzzTarget("versions", seeds: { Seeds.texts(["v1\nv 2\r\n# no\n\n v3\t\n", "a\na\n"]) }, take: versions),
    ]

    private static let entries = [
        #"{"began":{"search":{"badRate":0.5,"began":1,"bench":"b","confidence":0.95,"fingerprint":"f","#
            + #""flash":"x","format":3,"goodRate":0,"program":"p","scenarios":[{"hash":"h","scenario":"s"}],"#
            + #""target":{"asAtBadEnd":{}},"versions":["a","b"]}}}"#,
        #"{"flashed":{"identity":"flashed","ports":["a=b"],"sha256":"00","version":1}}"#,
        #"{"round":{"played":{"counts":true,"runs":[{"code":"a.b","folder":"f","hadRigFault":false,"#
            + #""manifest":"00","scenario":"s","verdict":"failed"}],"seed":1,"version":1}}}"#,
    ]

    /// Every prefix of the record's lines, each line with the hash of those up to it.
    private static var records: [[UInt8]] {
        var chain = HashChain()
        var bytes: [UInt8] = []
        return entries.map { entry in
            chain.append(Array(entry.utf8))
            bytes += Array("{\"chain\":\"\(chain.value.hex)\",\"entry\":\(entry)}\n".utf8)
            return bytes
        } + [bytes + [0x7B]]
    }

    private static func record(_ input: [UInt8]) {
        do throws(DocumentError) {
            let reading = try BisectReading(input)
            must(reading.wholeBytes + reading.cutBytes == input.count, "some bytes are neither read nor cut off")
        } catch {
            must((0...input.count).contains(error.offset ?? -1), "\(error) names no byte of the record")
            must((error.line ?? 0) > 0, "\(error) names no line of the record")
        }
    }

    private static func versions(_ input: [UInt8]) {
        guard let text = String(strictUTF8: input) else { return }
        do throws(VersionList.Problem) {
            let list = try VersionList(text)
            let again = list.names.map { $0 + "\n" }.joined()
            must((try? VersionList(again)) == list, "a list changes when it is written")
            _ = try? list.between(good: list.names.first, bad: list.names.last)
        } catch {
            must((error.line ?? 0) > 0, "\(error) names no line of the list")
        }
    }
}
