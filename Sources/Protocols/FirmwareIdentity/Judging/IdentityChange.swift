import Ground

extension [IdentityReading] {
    /// Returns whether a topic that both sets of readings cover has changed in the later one.
    ///
    /// A topic that one of them could not read does not count as a change. gate.md, section 6.1.
    public func hasChanged(to later: [IdentityReading]) -> Bool {
        contains { first in
            guard let topic = first.topic else { return false }
            let second = later.filter { $0.topic == topic }
            return !second.isEmpty && !second.contains { $0.lasting == first.lasting }
        }
    }
}

extension IdentityReading {
    /// A property that must stay the same as long as the accessory's firmware does.
    fileprivate enum Lasting: Hashable {
        case value(claim: IdentityClaim, bytes: [UInt8])
        /// Without bytes, because the sequence numbers of messages increase.
        case claim(IdentityClaim)
        /// The running images only, because the contents of other slots may change.
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

    /// The topic of a reading that must stay the same; nil for one that may change.
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
    /// The image's identity, without its state.
    fileprivate var identified: ImageSlot { ImageSlot(image: image, slot: 0, version: version, hash: hash) }
}
