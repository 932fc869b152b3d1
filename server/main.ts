/** `npm start`: reads the configuration, starts the server, ends it with grace. */
import { ConfigError, readConfig } from './config.ts';
import { startServer } from './start.ts';

try {
  const running = await startServer(readConfig(process.env));
  console.log(`listening on ${running.url}`);
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
