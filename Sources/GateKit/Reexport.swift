// Whoever writes plans needs spans, distances, quantities and the levels of identity, and should import one module.
@_exported public import Ground
@_exported public import Vocabulary

@_exported public import enum FirmwareIdentity.IdentityLevel
