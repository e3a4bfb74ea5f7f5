import Ground

/// Bytes from hexadecimal text in a test; a mistake in the text is a mistake of the test.
public func bytes(_ hex: String, file: StaticString = #fileID, line: UInt = #line) -> [UInt8] {
    guard let bytes = [UInt8](hex: hex) else { preconditionFailure("not hexadecimal: \(hex)", file: file, line: line) }
    return bytes
}
