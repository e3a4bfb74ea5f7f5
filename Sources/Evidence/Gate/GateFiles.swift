import Ground
import OperatingSystem

/// The files that a gate wrote in addition to its runs, compared with the record's last line.
struct GateFiles {
    private(set) var problems: [GateProblem] = []
    /// The gate's document, if it is the one that the record names.
    private(set) var document: [UInt8]?
    /// The file found in the document's place, even if the gate did not write it; nil if none can be read.
    private(set) var present: [UInt8]?
    static let mostOfDocument = 256 << 20

    init(_ folder: String, _ record: GateRecordReading, _ end: GateEnd) {
        if record.cutBytes > 0 {
            problems.append(
                GateProblem(
                    GateRecord.fileName, "line \(record.lines + 1), byte \(record.wholeBytes)",
                    "continues after the line that ends the gate"))
        }
        let own = "\(folder)/\(GateRecord.documentName)"
        if Files.kind(of: own) == .regular { present = try? Files.bytes(of: own, atMost: Self.mostOfDocument) }
        for file in end.files {
            let path = "\(folder)/\(file.path)"
            guard Files.kind(of: path) == .regular else {
                problems.append(GateProblem(file.path, nil, "is missing, or is no regular file"))
                continue
            }
            do throws(SystemError) {
                guard try Files.hash(of: path) == file.hash else {
                    problems.append(GateProblem(file.path, nil, "was changed: the record has another hash"))
                    continue
                }
                if file.path == GateRecord.documentName { document = present }
            } catch {
                problems.append(GateProblem(file.path, nil, "cannot be read: \(error)"))
            }
        }
        for name in [GateRecord.documentName, GateRecord.planName]
        where !end.files.contains(where: { $0.path == name }) {
            problems.append(
                GateProblem(GateRecord.fileName, "line \(record.lines)", "does not name \(name) at its end"))
        }
    }
}
