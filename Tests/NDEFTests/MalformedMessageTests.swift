import Ground
import NDEF
import TestSupport
import Testing

@Suite struct MalformedMessageTests {
    @Test("every row of the sheet's table of malformed messages has its verdict and names the byte")
    func everyRowHasItsVerdict() throws {
        let rows = try vectors("malformed.tsv")
        #expect(rows.count == 42)
        #expect(Set(rows.map { $0[0] }).count == 15, "all fifteen rows of the sheet")
        for row in rows {
            try #require(row.count == 6, "\(row)")
            let input = row[1] == "-" ? [] : bytes(row[1])
            do throws(Malformed) {
                let message = try NDEFMessage(decoding: input)
                #expect(row[2] != "refuse", "\(row) was read")
                let finding = message.findings.first { $0.meaning.contains(row[4]) }
                #expect((finding != nil) == (row[2] == "warn"), "\(row): \(message.findings)")
                if row[2] == "warn" { #expect(finding?.offset == Int(row[3]), "\(row)") }
                if row[2] == "accept" { #expect(message.findings.isEmpty, "\(row)") }
            } catch {
                #expect(row[2] == "refuse", "\(row): \(error)")
                #expect(error.offset == Int(row[3]), "\(row): \(error)")
                #expect(error.meaning.contains(row[4]), "\(row): \(error)")
            }
        }
    }

    @Test("a message cut at any byte is refused, and the byte it names is not beyond the cut")
    func everyBeginningOfEveryVectorIsRefused() throws {
        for row in try vectors("messages.tsv") where row[2] != "malformed" {
            let whole = bytes(row[1])
            guard let size = try? NDEFMessage(decoding: whole).size else { continue }
            for count in 0..<size {
                do throws(Malformed) {
                    _ = try NDEFMessage(decoding: Array(whole.prefix(count)))
                    Issue.record("\(row[0]) is read with \(count) bytes")
                } catch { #expect(error.offset <= count, "\(row[0]): \(error)") }
            }
        }
    }
}
