import ScenarioKit

// How scenarios about one accessory begin and end. What is tested comes between.

extension SharedSteps {
    public static func connected(_ accessory: AccessoryName) -> SharedSteps {
        SharedSteps { Connect(accessory, within: .seconds(5)) }
    }

    /// Connected, with its services found and nothing subscribed to.
    public static func discovered(_ accessory: AccessoryName) -> SharedSteps {
        SharedSteps { Connect(accessory, upTo: .discovered, within: .seconds(5)) }
    }

    /// Connected, and told to range.
    public static func exchanged(_ accessory: AccessoryName) -> SharedSteps {
        SharedSteps {
            Play(.connected(accessory))
            Exchange(.configuration, with: accessory, within: .seconds(5))
        }
    }

    /// Told to range, and measured.
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

    /// Ranged and stopped: a control, before something is done that may go wrong.
    public static func stopped(_ accessory: AccessoryName) -> SharedSteps {
        SharedSteps {
            Play(.exchanged(accessory))
            Stop(accessory, within: .seconds(10))
        }
    }

    /// Ranged, stopped and disconnected: a control, with the link given back.
    public static func visited(_ accessory: AccessoryName) -> SharedSteps {
        SharedSteps {
            Play(.stopped(accessory))
            Play(.disconnecting(accessory))
        }
    }

    /// Stop and disconnect.
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
