/** `npm start`: reads the configuration, starts the server, ends it with grace. */
import { ConfigError, readConfig } from './config.ts';
import { firstStart } from './setup/firstStart.ts';
import { endOnSignal } from './signals.ts';
import { startServer } from './start.ts';

try {
  const running = await startServer(readConfig(process.env));
  console.log(`listening on ${running.url}`);
  const setUpLink = await firstStart(running.context);
  if (setUpLink !== null) console.log(`Nobody has an account yet. Set up the first administrator: ${setUpLink}`);
  endOnSignal(running);
} catch (error) {
  console.error(error instanceof ConfigError ? `The configuration is not right:\n${error.message}` : error);
  process.exit(1);
}
