import Evidence
import RigZoo
import Zoo

/// The result of a zoo, for a file named by the user.
protocol ZooFile {
    static var mark: FileMark { get }

    func json() throws -> [UInt8]
}

extension ZooFile {
    /// Writes the result, replacing an older one.
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
