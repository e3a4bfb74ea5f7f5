import Ground

extension TagFacts {
    /// The known protection of a tag's message against changes.
    ///
    /// The container's write access and the lock bits are independent: a tag may use either, both or neither.
    /// Whatever was not read counts as neither set nor clear.
    public struct Protection: Hashable, Codable, Sendable {
        /// The write access in the capability container.
        public enum Access: Hashable, Codable, Sendable {
            case writable
            /// Writing is forbidden. Readers obey this; a chip need not enforce it.
            case readOnly
            /// A value that only the tag's vendor understands.
            case proprietary(access: UInt8)
        }

        /// The lock bits of a Type 2 tag, by page of the data area.
        public struct Locks: Hashable, Codable, Sendable {
            /// The pages of the data area.
            public let pages: Range<Int>
            /// The permanently locked pages, as runs.
            public let locked: [Range<Int>]
            /// The pages whose lock bits were not read, as runs.
            public let unread: [Range<Int>]

            /// Whether every page is locked; nil if the bits that were read do not determine it.
            public var isWhole: Bool? {
                if pages.isEmpty { return false }
                if locked == [pages] { return true }
                let told = locked.reduce(0) { $0 + $1.count } + unread.reduce(0) { $0 + $1.count }
                return told < pages.count ? false : nil
            }
        }

        public let access: Access
        /// The lock bits; nil for a Type 4 tag, which has only its access conditions.
        public let locks: Locks?
        /// The pages of the data area that a password protects from writing; `off` for a chip not known to have one.
        public let password: Type2Password

        public init(_ access: Access, _ locks: Locks? = nil, password: Type2Password = .off) {
            self.access = access
            self.locks = locks
            self.password = password
        }

        /// Whether every byte of the message can be changed; nil if the known data does not determine it.
        public var isWritable: Bool? {
            if access == .readOnly || locks?.locked.isEmpty == false { return false }
            if case .from = password { return false }
            let isKnown = access == .writable && password == .off && locks?.unread.isEmpty != false
            return isKnown ? true : nil
        }

        /// Whether the capability container forbids writing.
        public var isReadOnly: Bool { access == .readOnly }

        /// Whether lock bits or access conditions protect the entire message; nil if they were not all read, or only
        /// the tag's vendor understands them.
        ///
        /// A password is not a lock: anyone who has it can write.
        public var isLocked: Bool? {
            let isWhole = locks.map(\.isWhole) ?? (access == .readOnly)
            if case .proprietary = access, isWhole == false { return nil }
            return isWhole
        }
    }
}

extension TagFacts.Protection: CustomStringConvertible {
    /// For example `read-only: the capability container forbids writing; partly locked: pages 4 to 15`.
    public var description: String {
        var clauses: [String] = []
        switch access {
        case .writable: break
        case .readOnly: clauses.append("read-only: the capability container forbids writing")
        case .proprietary(let byte):
            clauses.append("write access \(byte.hexadecimal), which only its maker understands")
        }
        if let locks {
            if locks.isWhole == true {
                clauses.append("locked: lock bits protect all of the data area")
            } else if !locks.locked.isEmpty {
                clauses.append("partly locked: \(Type2Layout.text(locks.locked))")
            }
        }
        if case .from(let page) = password {
            clauses.append("writing page \(page) and those behind it needs a password")
        }
        if clauses.isEmpty { clauses.append("writable") }
        if let locks, !locks.unread.isEmpty {
            clauses.append("the lock bits of \(Type2Layout.text(locks.unread)) were not read")
        }
        if password == .unread { clauses.append("whether writing needs a password was not read") }
        return clauses.joined(separator: "; ")
    }
}

extension Type2Layout {
    /// Returns runs of pages in words: `pages 4 to 15, page 18`.
    static func text(_ pages: [Range<Int>]) -> String {
        pages.map { $0.count == 1 ? "page \($0.lowerBound)" : "pages \($0.lowerBound) to \($0.upperBound - 1)" }
            .joined(separator: ", ")
    }
}
