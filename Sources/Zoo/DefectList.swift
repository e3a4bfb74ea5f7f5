import Reports
public import Simulators

/// The known defects with what each does and the complaint that it stands for, in lines of at most 80 columns.
public enum DefectList {
    public static func text(of defects: [Defect]) -> String {
        let width = defects.map(\.rawValue.count).max() ?? 0
        let lines = defects.flatMap { defect in
            Paragraph.lines(
                "  " + defect.rawValue.padded(to: width) + "  " + defect.source.padded(to: 5), defect.meaning)
        }
        return (["defects, each with its complaint or rule"] + lines).joined(separator: "\n") + "\n"
    }
}
