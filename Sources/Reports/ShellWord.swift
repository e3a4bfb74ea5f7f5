extension String {
    /// The text quoted as one word of a shell command.
    public var asShellWord: String {
        let isPlain = allSatisfy { character in
            character.isASCII && (character.isLetter || character.isNumber || "_-=:,./@%+".contains(character))
        }
        if isPlain, !isEmpty { return self }
        return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
