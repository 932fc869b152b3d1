/** Loaded into every server under test: exits when the test process is gone, even if that was killed. */
process.once('disconnect', () => process.exit(1));
