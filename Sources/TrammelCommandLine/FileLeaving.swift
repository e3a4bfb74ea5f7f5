/// A command whose results can also go to files named by its options.
protocol FileLeaving {
    /// Whether any such file was requested.
    var leavesFiles: Bool { get }
}

extension RunCommand: FileLeaving { var leavesFiles: Bool { output != nil || junit != nil || !reports.files.isEmpty } }
extension ReplayCommand: FileLeaving { var leavesFiles: Bool { live.output != nil } }
extension ReduceCommand: FileLeaving { var leavesFiles: Bool { output != nil } }
extension ShowCommand: FileLeaving { var leavesFiles: Bool { html != nil } }
extension ZooCommand: FileLeaving { var leavesFiles: Bool { json != nil || knowledge != nil } }
extension DiagnoseCommand: FileLeaving { var leavesFiles: Bool { json != nil } }
extension ReportCommand: FileLeaving { var leavesFiles: Bool { true } }
extension ImportCommand: FileLeaving { var leavesFiles: Bool { true } }
extension ExportCommand: FileLeaving { var leavesFiles: Bool { true } }
extension NewCommand: FileLeaving { var leavesFiles: Bool { true } }
extension ReaderChildCommand: FileLeaving { var leavesFiles: Bool { true } }
