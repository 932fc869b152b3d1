/** Loaded into every server that a test starts: it ends when the test's process does, however that ended. */
process.once('disconnect', () => process.exit(1));
