import Glibc

/// A system call that failed, with the error number that it left.
public struct SystemError: Error, Hashable, Sendable {
    /// The call, and on what where that helps: `open /dev/vhci`.
    public let call: String
    public let code: Int32

    public init(_ call: String, code: Int32) {
        self.call = call
        self.code = code
    }

    /// The failure that the calling thread's `errno` tells of; to be made directly after the call.
    public static func last(_ call: String) -> SystemError { SystemError(call, code: errno) }

    /// The kernel's sentence for the code: `Permission denied`.
    public var reason: String { errorText(code) }
}

extension SystemError: CustomStringConvertible {
    public var description: String { "\(call): \(reason) (errno \(code))" }
}

/// The C library's text for an error number, as in `Connection reset by peer`.
public func errorText(_ code: Int32) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
}
