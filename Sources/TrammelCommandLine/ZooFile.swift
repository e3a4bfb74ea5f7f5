import Evidence
import RigZoo
import Zoo

/// What a zoo came to, for a file that a person names.
protocol ZooFile {
    func json() throws -> [UInt8]
}

extension ZooFile {
    /// Writes it in the place of an older one.
    func write(to path: String) throws(CommandTrouble) {
        let bytes: [UInt8]
        do { bytes = try json() } catch { throw .cannotWrite(path, error) }
        try UnfinishedFile.write(bytes, to: path, .replacing)
    }
}

extension ZooDocument: ZooFile {}
extension RigDocument: ZooFile {}
extension ScreenZooDocument: ZooFile {}
extension AppZooDocument: ZooFile {}
