/** Opens the store of files at start. The code of the protocol is imported only where it is needed: most servers run without it. */
import type { FastifyBaseLogger } from 'fastify';
import { ConfigError } from '../config/config.ts';
import type { Config } from '../config/config.ts';
import type { Queries } from '../db/database.ts';
import { FilesRefused, FilesUnavailable, type FileStore } from './store.ts';

/** An unavailable store does not delay the start. @throws ConfigError for one that refuses the credentials or has no such bucket */
export async function openFiles(config: Config, queries: Queries, log: FastifyBaseLogger): Promise<FileStore | undefined> {
  if (config.FILES_URL === undefined) {
    if (await hasObjects(queries))
      log.warn(
        'FILES_URL is not set, but attachments are in a store of files: their mails wait until it is, or they are moved back',
      );
    return undefined;
  }
  const { s3Store } = await import('./s3.ts');
  const files = s3Store(config);
  await files.check().catch((error: unknown) => {
    if (error instanceof FilesRefused) throw new ConfigError(`FILES_URL: ${error.message}`);
    if (!(error instanceof FilesUnavailable)) throw error;
    log.warn({ reason: error.message }, 'The store of files is away: tickets with attachments have to wait');
  });
  return files;
}

async function hasObjects(queries: Queries): Promise<boolean> {
  const row = await queries
    .selectFrom('attachments')
    .select('object_id')
    .where('object_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
