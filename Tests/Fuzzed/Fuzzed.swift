// Intentionally empty: building this module builds everything that the targets of `ci/fuzz short` are linked with for
// coverage, and the drivers that read the system's headers.
