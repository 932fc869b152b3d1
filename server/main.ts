/** `npm start`: reads the configuration, starts the server, stops it gracefully. */
import { ConfigError, readConfig } from './config.ts';
import { DirectoryInUse } from './embedded/dataDirLock.ts';
import { firstStart } from './setup/firstStart.ts';
import { endOnSignal } from './signals.ts';
import { startServer } from './start.ts';

let isEnding = (): boolean => false;
try {
  const starting = startServer(readConfig(process.env));
  isEnding = endOnSignal(starting);
  const running = await starting;
  console.log(`listening on ${running.url}`);
  const setUpLink = await firstStart(running.context);
  if (setUpLink !== null) console.log(`Nobody has an account yet. Set up the first administrator: ${setUpLink}`);
} catch (error) {
  // Stopped by a signal during start-up: the error is a consequence, and the signal ends the process.
  if (!isEnding()) fail(error);
}

function fail(error: unknown): never {
  if (error instanceof ConfigError) console.error(`The configuration is not right:\n${error.message}`);
  else console.error(error instanceof DirectoryInUse ? error.message : error);
  process.exit(1);
}
