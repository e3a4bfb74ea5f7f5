import Ground
import Links

/// The Bluetooth adapter: its driver's reports of each fault (`LinkMachine`, `CentralLoop`, `ControllerProof`).
extension FaultyLinks {
    /// The time the kernel may take to end a link on request.
    private static let endingLimit = Lapse.seconds(3)
    /// The time by which the adapter's own disappearance may trail the end of its links.
    private static let adapterTrails = Lapse.milliseconds(300)

    /// Whether no frame passes any more, in either direction.
    private var isDead: Bool {
        switch fault {
        case .adapterUnplugged, .adapterReset, .adapterStuck, .adapterDaemonStarts: true
        default: false
        }
    }

    func strikeAdapter() {
        switch fault {
        case .adapterUnplugged: tellAll(.adapterLost)
        case .adapterDaemonStarts: tellAll(.daemon)
        case .adapterReset: tellAll(.adapterLost, after: Self.adapterTrails)
        case .adapterDropsLink, .hostSleeps: endLinks()
        default: break
        }
    }

    /// Reports a fault on the links to all accessories, which one adapter has.
    private func tellAll(_ told: RigFault, after span: Lapse = .zero) {
        for name in accessories { post(.fault(.bluetooth(name), told), after: span) }
    }

    /// Ends the present links, once; without a link, waits for the first.
    private func endLinks() {
        guard !linked.isEmpty, !isTold else { return }
        isTold = true
        for name in linked {
            post(.fault(.bluetooth(name), fault == .hostSleeps ? .slept : .linkGivenUp), after: .milliseconds(500))
        }
    }

    func passAdapter(_ request: BluetoothRequest, to name: AccessoryName) -> Bool {
        switch (fault, request) {
        case (.adapterHeldByOthers, .connect):
            post(.fault(.bluetooth(name), .linkHeldByOthers), after: .milliseconds(200))
            return false
        case (.adapterSendQueueFull, .frame):
            if !isTold { post(.fault(.bluetooth(name), .sendQueueFull)) }
            isTold = true
            return false
        case (.adapterStuck, .connect(let limit)), (.adapterStuck, .find(let limit)),
            (.adapterDeaf, .connect(let limit)), (.adapterDeaf, .find(let limit)):
            post(.bluetooth(name, .connectFailed("no connection within \(limit)")), after: limit)
            return false
        case (.adapterStuck, .disconnect) where linked.contains(name):
            post(.fault(.bluetooth(name), .linkDoesNotEnd), after: Self.endingLimit)
            return false
        case (.adapterUnplugged, .connect), (.adapterReset, .connect), (.adapterUnplugged, .find),
            (.adapterReset, .find):
            post(.fault(.bluetooth(name), .adapterLost))
            return false
        default: break
        }
        guard isDead else { return true }
        happen()
        return false
    }

    func passAdapter(_ event: BluetoothEvent, of name: AccessoryName) -> Bool {
        switch (fault, event) {
        case (.adapterDropsLink, .connected), (.hostSleeps, .connected):
            if !isTold {
                isTold = true
                post(
                    .fault(.bluetooth(name), fault == .hostSleeps ? .slept : .linkGivenUp), after: .milliseconds(500))
            }
            return true
        case (.adapterStuck, .connectFailed): return false  // it was told for the search that was given up
        default: break
        }
        let isHeld = isTold && (fault == .adapterDropsLink || fault == .hostSleeps || fault == .adapterSendQueueFull)
        guard isDead || (isHeld && linked.contains(name)) else { return true }
        happen()
        return false
    }
}

// As the drivers word it.
extension RigFault {
    static let controllerSilent = RigFault(
        "hci0 did not answer within 2.00 s to a request for its version",
        remedy: "Plug the adapter in again and look into the kernel's log (dmesg) for HCI command timeouts")

    fileprivate static let adapterLost = RigFault(
        "the Bluetooth adapter hci0 disappeared, or another program powered it off",
        remedy: "Plug it in again, or stop bluetoothd while the rig runs: systemctl disable --now bluetooth")

    fileprivate static let daemon = RigFault(
        "bluetoothd (process 1) runs: it holds the adapters too, and refuses the pairings of the rig",
        remedy: "Stop it while the rig is used: systemctl disable --now bluetooth, or kill 1")

    fileprivate static let linkGivenUp = RigFault(
        "hci0 ended the link on this side, although the rig had not requested it",
        remedy: "Stop other programs that use Bluetooth, and look into the kernel's log (dmesg)")

    fileprivate static let slept = RigFault(
        "hci0 ended the link because the host went to sleep", remedy: "Keep the host awake while the rig runs")

    fileprivate static let linkHeldByOthers = RigFault(
        "another process on this host holds the ATT channel on hci0 (EBUSY)",
        remedy: "Stop bluetoothd while the rig runs: systemctl disable --now bluetooth")

    fileprivate static let linkDoesNotEnd = RigFault(
        "hci0 did not end the link on request",
        remedy: "Plug the adapter in again and check the kernel log (dmesg) for HCI command timeouts")

    fileprivate static let sendQueueFull = RigFault(
        "more than 256 frames waited for the Bluetooth link, and some were lost",
        remedy: "Let the scenario send more slowly, or look for interference")
}
