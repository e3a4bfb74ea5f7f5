import Ground

/// Returns the bytes of hexadecimal text; invalid text is an error in the test, and a precondition failure.
public func bytes(_ hex: String, file: StaticString = #fileID, line: UInt = #line) -> [UInt8] {
    guard let bytes = [UInt8](hex: hex) else { preconditionFailure("not hexadecimal: \(hex)", file: file, line: line) }
    return bytes
}
