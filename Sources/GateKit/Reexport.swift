// Authors of plans need spans, distances, quantities and identity levels, and should import a single module.
@_exported public import Ground
@_exported public import Vocabulary

@_exported public import enum FirmwareIdentity.IdentityLevel
