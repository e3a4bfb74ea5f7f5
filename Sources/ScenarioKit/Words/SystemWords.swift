public import Ground

/// The app goes to the background, and with it every session.
public struct EnterBackground: Word {
    /// The `Action.system` step with `SystemAct.background`.
    public let step: Step

    /// Creates a step that takes no time, for an app that is in the foreground.
    public init(file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.system(act: .background), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension EnterBackground {
    @available(*, unavailable, message: "EnterBackground concerns the whole phone: EnterBackground()")
    public init(_ accessory: AccessoryName) { fatalError() }
}

/// The app comes back to the foreground.
public struct EnterForeground: Word {
    /// The `Action.system` step with `SystemAct.foreground`.
    public let step: Step

    /// Creates a step that takes no time, for an app that is in the background.
    public init(file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.system(act: .foreground), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension EnterForeground {
    @available(*, unavailable, message: "EnterForeground concerns the whole phone: EnterForeground()")
    public init(_ accessory: AccessoryName) { fatalError() }
}

/// The user locks the phone.
public struct Lock: Word {
    /// The `Action.system` step with `SystemAct.lock`.
    public let step: Step

    /// Creates a step that takes no time, for a phone that is unlocked.
    public init(file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.system(act: .lock), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Lock {
    @available(*, unavailable, message: "Lock concerns the whole phone: Lock()")
    public init(_ accessory: AccessoryName) { fatalError() }
}

/// The user unlocks the phone.
public struct Unlock: Word {
    /// The `Action.system` step with `SystemAct.unlock`.
    public let step: Step

    /// Creates a step that takes no time, for a phone that is locked and whose display is on.
    public init(file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.system(act: .unlock), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Unlock {
    @available(*, unavailable, message: "Unlock concerns the whole phone: Unlock()")
    public init(_ accessory: AccessoryName) { fatalError() }
}

/// The user quits and relaunches the app, which loses everything it kept in memory.
public struct Relaunch: Word {
    /// The `Action.system` step with `SystemAct.relaunch`.
    public let step: Step

    /// Creates a step that takes no time.
    public init(file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.system(act: .relaunch), spot: SourceSpot(file, line))
    }
}

// Mistakes, declared only for the compiler's message.
// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Relaunch {
    @available(*, unavailable, message: "Relaunch concerns the whole phone: Relaunch()")
    public init(_ accessory: AccessoryName) { fatalError() }
}

/// The user quits the app: its sessions and links end, and it does not run until something launches it.
public struct QuitApp: Word {
    /// The `Action.system` step with `SystemAct.quit`.
    public let step: Step

    /// Creates a step that takes no time, for an app that is running.
    public init(file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.system(act: .quit), spot: SourceSpot(file, line))
    }
}

/// The user launches the app. A tag's notification that opens it launches it as well.
public struct LaunchApp: Word {
    /// The `Action.system` step with `SystemAct.launch`.
    public let step: Step

    /// Creates a step that takes no time, for an app that is in the background or not running.
    public init(file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.system(act: .launch), spot: SourceSpot(file, line))
    }
}

/// The user changes the app's permission in Settings, which list the app once it has asked:
/// `ChangePermission(to: .denied)`.
public struct ChangePermission: Word {
    /// The `Action.system` step with `SystemAct.changePermission`.
    public let step: Step

    /// Creates a step that takes no time, for iOS 15 or later: iOS 14 keeps no permission in Settings.
    public init(to setting: PermissionSetting, file: StaticString = #filePath, line: UInt = #line) {
        step = Step(.system(act: .changePermission(to: setting)), spot: SourceSpot(file, line))
    }
}
