/** Checks the state of the file store, and removes objects that are due. A store that becomes unavailable is logged once. */
import type { Context } from '../context.ts';
import { removeDueFiles } from './removal.ts';
import { FilesUnavailable, type FileStore } from './store.ts';

type Jobs = Pick<Context, 'db' | 'clock' | 'log'> & { readonly files: FileStore };

/** @returns the reason why the store is unavailable; undefined if it is available */
async function reasonAway(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof FilesUnavailable) return error.message;
    throw error;
  }
}

/** @returns the job that checks whether the store is available */
export function checkFiles({ files, log }: Pick<Jobs, 'files' | 'log'>): () => Promise<void> {
  let wasUp = files.isUp;
  return async () => {
    const reason = await reasonAway(files.check());
    const isUp = reason === undefined;
    if (wasUp && !isUp) log.warn({ reason }, 'The store of files is away: tickets with attachments have to wait');
    if (!wasUp && isUp) log.warn('The store of files answers again');
    wasUp = isUp;
  };
}

/** Objects that could not be removed are tried again when their lease ends. */
export async function removeFiles({ db, files, clock }: Jobs): Promise<void> {
  await reasonAway(removeDueFiles(db, files, clock.now()));
}
