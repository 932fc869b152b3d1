/** `npm run admin -- files move store|database`. */
import { systemClock } from '../clock.ts';
import { openKeyring } from '../encryption/keyring.ts';
import { readMasterKeys } from '../encryption/masterKeys.ts';
import { moveFiles } from '../files/move.ts';
import { s3Store } from '../files/s3.ts';
import { FilesUnavailable } from '../files/store.ts';
import { CommandRefused } from './users.ts';
import type { OpenedDatabase } from './withDatabase.ts';

export async function filesCommand({ db, config, now }: OpenedDatabase, what: string, ...given: string[]): Promise<string> {
  const [to, ...more] = given;
  if (what !== 'move' || (to !== 'store' && to !== 'database') || more.length > 0)
    throw new CommandRefused('npm run admin -- files move store|database');
  if (config.FILES_URL === undefined) throw new CommandRefused('FILES_URL is not set.');
  const clock = systemClock(config.TEST_CLOCK_OFFSET_MS);
  const keyring = await openKeyring(db, readMasterKeys(config), () => now);
  const moving = moveFiles({ db, files: s3Store(config), keyring, clock }, to);
  const { moved, missing } = await moving.catch((error: unknown) => {
    if (!(error instanceof FilesUnavailable)) throw error;
    throw new CommandRefused(`${error.message}. What is moved stays moved: run the command again.`);
  });
  const absent = missing.length === 0 ? '' : ` The store has no content, or another, of the attachments ${missing.join(', ')}.`;
  return `${String(moved)} files are moved to the ${to}.${absent}`;
}
