import ScenarioKit

// The common beginnings and ends of scenarios about one accessory. The tested part comes between them.

extension SharedSteps {
    public static func connected(_ accessory: AccessoryName) -> SharedSteps {
        SharedSteps { Connect(accessory, within: .seconds(5)) }
    }

    /// Connected, with services discovered and no subscriptions.
    public static func discovered(_ accessory: AccessoryName) -> SharedSteps {
        SharedSteps { Connect(accessory, upTo: .discovered, within: .seconds(5)) }
    }

    /// Connected, and asked to range.
    public static func exchanged(_ accessory: AccessoryName) -> SharedSteps {
        SharedSteps {
            Play(.connected(accessory))
            Exchange(.configuration, with: accessory, within: .seconds(5))
        }
    }

    /// Asked to range, and measured.
    public static func ranging(_ accessory: AccessoryName) -> SharedSteps {
        SharedSteps {
            Play(.exchanged(accessory))
            Expect(.ranging(accessory), within: .seconds(3))
        }
    }

    /// Ranged, measured and stopped: the control session of a probe, which shows that the kit hears the accessory.
    public static func controlled(_ accessory: AccessoryName) -> SharedSteps {
        SharedSteps {
            Play(.ranging(accessory))
            Stop(accessory, within: .seconds(10))
        }
    }

    /// Ranged and stopped: a control before an action that may fail.
    public static func stopped(_ accessory: AccessoryName) -> SharedSteps {
        SharedSteps {
            Play(.exchanged(accessory))
            Stop(accessory, within: .seconds(10))
        }
    }

    /// Ranged, stopped and disconnected: a control that also ends the link.
    public static func visited(_ accessory: AccessoryName) -> SharedSteps {
        SharedSteps {
            Play(.stopped(accessory))
            Play(.disconnecting(accessory))
        }
    }

    /// Stops ranging and disconnects.
    public static func parting(_ accessory: AccessoryName) -> SharedSteps {
        SharedSteps {
            Stop(accessory, within: .seconds(10))
            Play(.disconnecting(accessory))
        }
    }

    public static func disconnecting(_ accessory: AccessoryName) -> SharedSteps {
        SharedSteps { Disconnect(accessory, within: .seconds(2)) }
    }
}
