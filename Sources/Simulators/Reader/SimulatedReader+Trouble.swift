public import Links

extension SimulatedReader {
    /// Begins a trouble of the chip's, or ends it; a cable is not the chip's (NFC fact sheet 3.7).
    public mutating func suffer(_ trouble: ReaderTrouble, _ begins: Bool) {
        let endless = 1_000_000_000
        switch trouble {
        case .unplugged: if begins { losePower() }
        case .aborts: change(.status(0x80), begins, on: .inDataExchange, .inCommunicateThru, times: 1)
        case .silent: change(.noAcknowledgement, begins, times: endless)
        case .garbles: change(.wrongDataCheckSum, begins, times: endless)
        case .refuses: change(.errorFrame, begins, times: endless)
        case .overheats: change(.status(0x0D), begins, on: .inDataExchange, .inCommunicateThru, times: endless)
        case .forgetsItself: change(.noReply, begins, on: .getFirmwareVersion, times: 1)
        }
    }

    private mutating func change(_ fault: ReaderFault, _ begins: Bool, on commands: PN532Command..., times: Int) {
        clear(fault)
        if begins { inject(fault, on: commands, times: times) }
    }
}
