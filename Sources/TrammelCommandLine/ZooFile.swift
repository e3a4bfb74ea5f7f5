import Evidence
import RigZoo
import Zoo

/// What a zoo came to, for a file that a person names.
protocol ZooFile {
    static var mark: FileMark { get }

    func json() throws -> [UInt8]
}

extension ZooFile {
    /// Writes it in the place of an older one.
    func write(to path: String, isForced: Bool = false) throws(CommandTrouble) {
        let bytes: [UInt8]
        do { bytes = try json() } catch { throw .cannotWrite(path, error) }
        try UnfinishedFile.write(bytes, to: path, isForced ? .replacing : .replacingOwn(Self.mark))
    }
}

extension ZooFile {
    static var mark: FileMark { .zoo }
}

extension ZooDocument: ZooFile {}
extension RigDocument: ZooFile { static var mark: FileMark { .rigZoo } }
extension ScreenZooDocument: ZooFile {}
extension AppZooDocument: ZooFile {}
