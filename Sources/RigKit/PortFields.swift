import Ground

extension Substring {
    /// Takes the next `key=value` up to its comma; a name comes last and may contain anything.
    mutating func takeField(in text: String) throws(PortError) -> (key: Substring, value: Substring)? {
        guard !isEmpty else { return nil }
        let key = prefix { $0 != "=" }
        guard key.endIndex < endIndex else {
            throw PortError(text, "\"\(key)\" has no value: write key=value with commas between")
        }
        let rest = self[index(after: key.endIndex)...]
        let value = key == "name" ? rest : rest.prefix { $0 != "," }
        self = rest[value.endIndex...].dropFirst()
        return (key, value)
    }

    /// Reads a defect's name. Only the simulators know the defects; here it only has to be a word that can be read
    /// back.
    func defect(like example: String, in text: String) throws(PortError) -> String {
        guard !isEmpty, allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
            throw PortError(text, "a defect is one word, as in defect=\(example), not \"\(self)\"")
        }
        return String(self)
    }
}
