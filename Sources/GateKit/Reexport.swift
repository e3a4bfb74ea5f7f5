// Whoever writes plans needs spans, distances, quantities and the levels of identity, and should import one module only.
@_exported public import enum FirmwareIdentity.IdentityLevel
@_exported public import Ground
@_exported public import Vocabulary
