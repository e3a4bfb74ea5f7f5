import Ground
import Journal
import Links
import RigKit

// Steps and judges name an accessory's link as that over Bluetooth: which one it is, the rig says.
extension Ending {
    /// The same with the links that the accessories have on this rig.
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
