/** Loaded into a server under test: writes as a careless package does, and throws on an IPC message what nobody catches. */
process.once('message', () => {
  console.warn('A package says:\n  two lines');
  process.emitWarning('Something is deprecated', 'DeprecationWarning');
  setImmediate(() => {
    throw new Error('Nobody catches this');
  });
});
process.channel?.unref();
