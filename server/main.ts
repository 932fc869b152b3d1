/** `npm start`: reads the configuration, starts the server, stops it gracefully. */
import './watch/jsonOutput.ts';
import { ConfigError, readConfig } from './config/config.ts';
import { DirectoryInUse } from './embedded/dataDirLock.ts';
import { endOnSignal } from './process/signals.ts';

let isEnding = (): boolean => false;
try {
  const config = readConfig(process.env);
  // Telemetry starts before the modules that it instruments are imported.
  const endTelemetry = await startTelemetry();
  const { startServer } = await import('./start.ts');
  const starting = startServer(config);
  isEnding = endOnSignal(starting, endTelemetry);
  const running = await starting;
  await (await import('./process/announce.ts')).announce(config, running);
} catch (error) {
  // After a signal during start-up, the error is a consequence, and the signal ends the process.
  if (!isEnding()) fail(error);
}

/** Starts only where a standard variable names a collector. */
async function startTelemetry(): Promise<(() => Promise<void>) | undefined> {
  if (!Object.keys(process.env).some((name) => /^OTEL_EXPORTER_OTLP_(\w+_)?ENDPOINT$/.test(name))) return undefined;
  return (await import('./watch/telemetry.ts')).startTelemetry();
}

function fail(error: unknown): never {
  console.error(explained(error));
  process.exit(1);
}

/** An operator's mistake is explained without a stack. */
function explained(error: unknown): unknown {
  if (error instanceof ConfigError) return `The configuration is invalid:\n${error.message}`;
  return error instanceof DirectoryInUse ? error.message : error;
}
