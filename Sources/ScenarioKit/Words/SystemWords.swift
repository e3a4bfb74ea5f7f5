public import Ground

/// The app goes to the background, and with it every session.
public struct EnterBackground: Word {
    public let step: Step

    public init(file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.system(act: .background), spot: SourceSpot(file, line))
    }

    @available(*, unavailable, message: "EnterBackground concerns the whole phone: EnterBackground()")
    public init(_ accessory: AccessoryName) { fatalError() }
}

/// The app comes back to the foreground.
public struct EnterForeground: Word {
    public let step: Step

    public init(file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.system(act: .foreground), spot: SourceSpot(file, line))
    }

    @available(*, unavailable, message: "EnterForeground concerns the whole phone: EnterForeground()")
    public init(_ accessory: AccessoryName) { fatalError() }
}

/// The user locks the phone.
public struct Lock: Word {
    public let step: Step

    public init(file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.system(act: .lock), spot: SourceSpot(file, line))
    }

    @available(*, unavailable, message: "Lock concerns the whole phone: Lock()")
    public init(_ accessory: AccessoryName) { fatalError() }
}

/// The user unlocks the phone.
public struct Unlock: Word {
    public let step: Step

    public init(file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.system(act: .unlock), spot: SourceSpot(file, line))
    }

    @available(*, unavailable, message: "Unlock concerns the whole phone: Unlock()")
    public init(_ accessory: AccessoryName) { fatalError() }
}

/// The user quits and relaunches the app, which loses everything it kept in memory.
public struct Relaunch: Word {
    public let step: Step

    public init(file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.system(act: .relaunch), spot: SourceSpot(file, line))
    }

    @available(*, unavailable, message: "Relaunch concerns the whole phone: Relaunch()")
    public init(_ accessory: AccessoryName) { fatalError() }
}

/// The user quits the app: its sessions and links end, and it does not run until something launches it.
public struct QuitApp: Word {
    public let step: Step

    public init(file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.system(act: .quit), spot: SourceSpot(file, line))
    }
}

/// The user launches the app. A tag's notification that opens it launches it as well.
public struct LaunchApp: Word {
    public let step: Step

    public init(file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.system(act: .launch), spot: SourceSpot(file, line))
    }
}

/// The user changes the app's permission in Settings, which list the app once it has asked:
/// `ChangePermission(to: .denied)`.
public struct ChangePermission: Word {
    public let step: Step

    public init(to setting: PermissionSetting, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.system(act: .changePermission(to: setting)), spot: SourceSpot(file, line))
    }
}
