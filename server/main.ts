/** `npm start`: reads the configuration, starts the server, ends it with grace. */
import { ConfigError, readConfig } from './config.ts';
import { firstStart } from './setup/firstStart.ts';
import { startServer } from './start.ts';

try {
  const running = await startServer(readConfig(process.env));
  console.log(`listening on ${running.url}`);
  const setUpLink = await firstStart(running.context);
  if (setUpLink !== null) console.log(`Nobody has an account yet. Set up the first administrator: ${setUpLink}`);
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      void running.close().finally(() => process.exit(0));
    });
} catch (error) {
  console.error(error instanceof ConfigError ? `The configuration is not right:\n${error.message}` : error);
  process.exit(1);
}
