// Types that scenarios and rigs use directly, although they belong to a protocol module.
@_exported public import enum ApplicationServices.CompanionPlatform
@_exported public import struct ApplicationServices.ConsentPolicy
@_exported public import struct ApplicationServices.ServiceIdentifier
@_exported public import enum FirmwareIdentity.ConsoleProtocol
@_exported public import struct FirmwareIdentity.HashCharacteristic
@_exported public import struct FirmwareIdentity.HashPlace
@_exported public import enum NDEF.TypeNameFormat
@_exported public import struct NearbyInteraction.DataChannelProfile
@_exported public import struct NearbyInteraction.MessageIdentifiers
@_exported public import struct TagRouting.App
@_exported public import enum TagRouting.PhoneModel
