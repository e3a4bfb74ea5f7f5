// The module ReportsTests begins here.
