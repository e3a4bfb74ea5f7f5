import Ground

extension [IdentityReading] {
    /// Whether something that both tell of is told otherwise in the later ones.
    ///
    /// What one of them could not read is no change. Sheet gate.md, section 6.1.
    public func hasChanged(to later: [IdentityReading]) -> Bool {
        contains { first in
            guard let topic = first.topic else { return false }
            let second = later.filter { $0.topic == topic }
            return !second.isEmpty && !second.contains { $0.lasting == first.lasting }
        }
    }
}

extension IdentityReading {
    /// What must stay the same while one firmware is in an accessory.
    fileprivate enum Lasting: Hashable {
        case value(claim: IdentityClaim, bytes: [UInt8])
        /// The number of a message counts on, and so its bytes do not last.
        case claim(IdentityClaim)
        /// What lies in a slot that does not run may change.
        case running([ImageSlot])
    }

    fileprivate var lasting: Lasting {
        switch claim {
        case .images(let slots): .running(slots.filter(\.isActive).map(\.identified))
        case _ where source == .deviceInformation || source == .characteristic:
            .value(claim: claim, bytes: bytes)
        default: .claim(claim)
        }
    }

    /// What it is about, where that must stay the same from one reading to the next; nil for what need not.
    fileprivate var topic: String? {
        switch claim {
        case .text(let field, _, _), .raw(let field): field.rawValue
        case .systemID: "systemID"
        case .product: "product"
        case .images: "images \(source.rawValue)"
        case .system: "system \(source.rawValue)"
        case .shown(let place, _): "shown \(place)"
        case .version, .imageHash, .buildID, .flashed, .nothing: nil
        }
    }
}

extension ImageSlot {
    /// Which image it is, whatever is to become of it.
    fileprivate var identified: ImageSlot { ImageSlot(image: image, slot: 0, version: version, hash: hash) }
}
