import Evidence
import Zoo

/// The result of a zoo, for a file named by the user.
protocol ZooFile {
    static var mark: FileSignature { get }

    func json() throws -> [UInt8]
}

extension ZooFile {
    /// Writes the result, replacing an older one.
    func write(to path: String, isForced: Bool = false) throws(CommandError) {
        let bytes: [UInt8]
        do { bytes = try json() } catch { throw .cannotWrite(path, error) }
        try UnfinishedFile.write(bytes, to: path, isForced ? .replacing : .replacingOwn(Self.mark), isShared: true)
    }
}

extension ZooFile {
    static var mark: FileSignature { .zoo }
}

extension ZooDocument: ZooFile {}
extension RigDocument: ZooFile { static var mark: FileSignature { .rigZoo } }
extension ScreenZooDocument: ZooFile {}
extension AppZooDocument: ZooFile {}
