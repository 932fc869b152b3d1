/** Tells the operator where the server listens, and at a first start how to set it up. */
import type { Config } from '../config/config.ts';
import { firstStart } from '../setup/firstStart.ts';
import type { Running } from '../start.ts';

export async function announce({ ACCESS_LOG }: Config, { url, metricsUrl, context }: Running): Promise<void> {
  const setUpLink = await firstStart(context);
  const lines = [
    `listening on ${url}`,
    ...(metricsUrl === undefined ? [] : [`metrics at ${metricsUrl}`]),
    ...(setUpLink === null ? [] : [`Nobody has an account yet. Set up the first administrator: ${setUpLink}`]),
  ];
  const log = context.log.child({}, { level: 'info' });
  for (const line of lines) {
    if (ACCESS_LOG === 'on') log.info(line);
    else console.log(line);
  }
}
