import Evidence
import Ground

/// Addresses between files on one disk, as links in a page: relative, so that a folder can be moved as a whole.
enum PageAddress {
    /// Returns the address of a file relative to a page's folder; nil if either folder does not exist.
    static func of(_ name: String, in folder: String, from pageFolder: String) -> String? {
        guard let target = Files.absolute(folder), let start = Files.absolute(pageFolder) else { return nil }
        let (to, from) = (parts(of: target), parts(of: start))
        let shared = zip(to, from).prefix { $0 == $1 }.count
        let up = Array(repeating: "..", count: from.count - shared)
        return (up + to[shared...].map(encoded) + [encoded(name)]).joined(separator: "/")
    }

    private static func parts(of path: String) -> [String] { path.split(separator: "/").map(String.init) }

    /// Returns a name as one component of an address, with anything that could be a scheme, a query or markup
    /// encoded.
    static func encoded(_ name: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return name.utf8.reduce(into: "") { text, byte in
            let scalar = Unicode.Scalar(byte)
            let isPlain =
                byte < 0x80
                && (Character(scalar).isLetter || Character(scalar).isNumber || "-._~".unicodeScalars.contains(scalar))
            if isPlain {
                text.unicodeScalars.append(scalar)
            } else {
                text += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
    }
}
