import Ground
import Journal
import Links
import RigKit

// Steps and checks always name an accessory's link as a Bluetooth link; the rig determines the actual one.
extension Ending {
    /// Returns the same ending with the accessories' actual links on this rig.
    func onLinks(of rig: Rig) -> Ending {
        switch self {
        case .failed(var failure):
            failure.link = rig.link(failure.link)
            return .failed(failure)
        case .error(let error): return .error(RunError(error.code, on: rig.link(error.link), error.reason))
        case .complete, .timedOut: return self
        }
    }
}

extension Rig {
    fileprivate func link(_ link: LinkID?) -> LinkID? {
        guard case .bluetooth(let name)? = link else { return link }
        return dataChannel(of: name)
    }
}
