import Glibc

/// A failed system call with its error number.
public struct SystemError: Error, Hashable, Sendable {
    /// The call, and its object where helpful: `open /dev/vhci`.
    public let call: String
    public let code: Int32

    public init(_ call: String, code: Int32) {
        self.call = call
        self.code = code
    }

    /// Returns the failure in the calling thread's `errno`; must be called directly after the system call.
    public static func last(_ call: String) -> SystemError { SystemError(call, code: errno) }

    /// The C library's text for the code: `Permission denied`.
    public var reason: String { errorText(code) }
}

extension SystemError: CustomStringConvertible {
    public var description: String { "\(call): \(reason) (errno \(code))" }
}

/// Returns the C library's text for an error number, for example `Connection reset by peer`.
public func errorText(_ code: Int32) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
}
