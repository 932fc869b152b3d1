/** Keeps the state of the store of files known, and removes what is due. A store that is away is logged once. */
import type { Context } from '../context.ts';
import { removeDueFiles } from './files.removal.ts';
import { FilesUnavailable, type FileStore } from './files.store.ts';

type Jobs = Pick<Context, 'db' | 'clock' | 'log'> & { readonly files: FileStore };

const unlessAway = (error: unknown): void => {
  if (!(error instanceof FilesUnavailable)) throw error;
};

/** @returns the job that asks whether the store is there */
export function checkFiles({ files, log }: Pick<Jobs, 'files' | 'log'>): () => Promise<void> {
  let wasUp = true;
  return async () => {
    let reason = '';
    await files.check().catch((error: unknown) => {
      unlessAway(error);
      reason = (error as Error).message;
    });
    const isUp = reason === '';
    if (wasUp && !isUp) log.warn({ reason }, 'The store of files is away: tickets with attachments have to wait');
    if (!wasUp && isUp) log.warn('The store of files answers again');
    wasUp = isUp;
  };
}

export async function removeFiles({ db, files, clock }: Jobs): Promise<void> {
  await removeDueFiles(db, files, clock.now()).catch(unlessAway);
}
