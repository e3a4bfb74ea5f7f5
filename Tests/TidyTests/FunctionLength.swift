/// A function's line and length.
struct FunctionLength: Equatable {
    let line: Int
    let length: Int
}

/// Returns the functions and initialisers in formatted source: the closing brace is in the column of the first letter.
func functions(in lines: [String]) -> [FunctionLength] {
    lines.indices.compactMap { start in
        guard isFunction(lines[start]) else { return nil }
        let indent = indentation(lines[start])
        for end in start..<lines.count {
            let line = lines[end]
            if end == start, isWhole(line) { return FunctionLength(line: start + 1, length: 1) }
            guard end > start, !line.isEmpty, indentation(line) <= indent else { continue }
            let text = line.drop { $0 == " " }
            if text.hasPrefix("}") { return FunctionLength(line: start + 1, length: end - start + 1) }
            // A signature's last line is indented like its first; anything else means that there is no body.
            if !text.hasPrefix(")") && !text.hasPrefix("where") { return nil }
        }
        return nil
    }
}

private func isFunction(_ line: String) -> Bool {
    let text = line.drop { $0 == " " }
    if text.hasPrefix("//") { return false }
    let words = text.split(separator: " ").map { $0.prefix { $0 != "(" && $0 != "<" && $0 != "?" } }
    let modifiers: Set<Substring> = [
        "public", "package", "internal", "fileprivate", "private", "static", "class", "final", "override", "mutating",
        "nonmutating", "consuming", "borrowing", "isolated", "nonisolated", "convenience", "required", "indirect",
    ]
    let first = words.drop { modifiers.contains($0) || $0.hasPrefix("@") }.first
    return first == "func" || first == "init" || first == "deinit"
}

/// Returns whether the braces on the line, outside string literals, open and close again.
private func isWhole(_ line: String) -> Bool {
    let code = line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
    return code.contains("{") && code.filter { $0 == "{" }.count == code.filter { $0 == "}" }.count
}

private func indentation(_ line: String) -> Int { line.prefix { $0 == " " }.count }
