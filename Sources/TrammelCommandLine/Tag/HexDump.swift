import Ground
import NDEF

/// A dump of a tag's memory for people.
enum HexDump {
    private static let pagesInRow = 4

    /// Returns rows of four pages with their numbers and characters; repeated rows are replaced by their count.
    static func lines(_ image: Type2Image) -> [String] {
        var lines: [String] = []
        var (last, repeated) = ([UInt8](), 0)
        func tellRepeated() {
            if repeated > 0 { lines.append("     ... the same in \(repeated) more rows") }
            repeated = 0
        }
        for run in image.knownPages {
            for first in stride(from: run.lowerBound, to: run.upperBound, by: pagesInRow) {
                let pages = first..<min(first + pagesInRow, run.upperBound)
                let bytes = pages.flatMap { image.page($0) ?? [] }
                if bytes == last {
                    repeated += 1
                    continue
                }
                tellRepeated()
                last = bytes
                lines.append(row(first, bytes))
            }
            tellRepeated()
            last = []
        }
        return lines
    }

    private static func row(_ page: Int, _ bytes: [UInt8]) -> String {
        let number = String(page)
        let letters = bytes.map { (0x20...0x7E).contains($0) ? Character(Unicode.Scalar($0)) : "." }
        let digits = bytes.hex
        let gap = String(repeating: " ", count: max(0, 47 - digits.utf8.count))
        return String(repeating: " ", count: max(0, 4 - number.count)) + "\(number) \(digits)\(gap)  \(String(letters))"
    }
}
