/** `npm run admin -- files move store|database`. */
import { moveFiles } from '../files/files.move.ts';
import { s3Store } from '../files/files.s3.ts';
import { CommandRefused } from './users.ts';
import type { OpenedDatabase } from './withDatabase.ts';

export async function filesCommand({ db, config }: OpenedDatabase, what: string, ...given: string[]): Promise<string> {
  const [to, ...more] = given;
  if (what !== 'move' || (to !== 'store' && to !== 'database') || more.length > 0)
    throw new CommandRefused('npm run admin -- files move store|database');
  if (config.FILES_URL === undefined) throw new CommandRefused('FILES_URL is not set.');
  const moved = await moveFiles(db, s3Store(config), to);
  return `${String(moved)} files are moved to the ${to}.`;
}
