/**
 * Archives months of the audit: writes their events with their seals into a file, verifies it by reading it, and only then removes
 * the events from the database. Broken off anywhere it loses nothing, and goes on when it is run again.
 */
import { link, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { writeArchive } from './archiveFile.ts';
import { ArchiveOutdated, erasuresMark, removeArchived } from './archiveRemoval.ts';
import { ArchiveDamaged, verifyArchive, type ArchiveVerdict } from './archiveVerify.ts';
import { ArchiveRefused, writeMonth, type ArchiveJob } from './archiveWrite.ts';
import { endOfMonth, monthOf, startOfMonth } from './months.ts';

export interface ArchivedMonth {
  readonly month: string;
  readonly file: string;
  readonly events: number;
  readonly sha256: string;
}

/** Of a month in which events are erased or inserted meanwhile. */
const MAX_ATTEMPTS = 5;

/** The months before `before` that have events, in order. */
export async function findMonths(db: Db, before: string): Promise<string[]> {
  const months: string[] = [];
  for (let from = new Date(-62_135_596_800_000); ;) {
    const { rows } = await sql<{ at: Date | null }>`
      SELECT min(at) AS at FROM audit_events WHERE at >= ${from} AND at < ${startOfMonth(before)}`.execute(db);
    const at = rows[0]?.at;
    if (!at) return months;
    months.push(monthOf(at));
    from = endOfMonth(monthOf(at));
  }
}

/** @throws ArchiveRefused; ArchiveDamaged if its events don't fit their seals any more. Nothing has been removed then */
export async function archiveMonth(job: ArchiveJob, month: string): Promise<ArchivedMonth> {
  const name = join(job.folder, `audit-${month}.jsonl.gz`);
  const part = `${name}.part`;
  for (let attempt = 1; ; attempt += 1) {
    const mark = await erasuresMark(job.store.db);
    const verdict = await written(job, month, part);
    const file = await place(job, { part, name, verdict });
    try {
      await removeArchived(job, { verdict, file, mark });
      return { month, file, events: verdict.events, sha256: verdict.sha256 };
    } catch (error) {
      if (!(error instanceof ArchiveOutdated)) throw error;
      // It may name a person who has been erased since.
      await rm(file);
      if (attempt === MAX_ATTEMPTS) throw new ArchiveRefused(`${month}: its events keep changing.`, { cause: error });
    }
  }
}

/** Writes `part` and verifies it by reading it. */
async function written(job: ArchiveJob, month: string, part: string): Promise<ArchiveVerdict> {
  try {
    const archive = await writeArchive(part);
    try {
      await writeMonth(job, month, archive);
    } finally {
      await archive.end();
    }
    return await verifyArchive(part, job.findKey);
  } catch (error) {
    await rm(part, { force: true });
    if (error instanceof ArchiveDamaged)
      throw new ArchiveRefused(`${month}: ${error.message.replace(part, 'what the database has')}`, { cause: error });
    throw error;
  }
}

/** Gives a verified file its name. One of a run that was broken off is used again, or replaced; any other stays. @returns its name */
async function place(job: ArchiveJob, { part, name, verdict }: Placement): Promise<string> {
  for (let number = 1; ; number += 1) {
    const file = number === 1 ? name : name.replace(/\.jsonl\.gz$/, `.${String(number)}.jsonl.gz`);
    if (await linked(part, file)) await rm(part);
    else {
      const there = await verifyArchive(file, job.findKey).catch((error: unknown) => {
        if (error instanceof ArchiveDamaged) throw new ArchiveRefused(`${error.message} Move it away.`, { cause: error });
        throw error;
      });
      if (there.sha256 === verdict.sha256) await rm(part);
      else if (await isInDatabase(job.store.db, there)) await rename(part, file);
      else continue;
    }
    const folder = await open(job.folder);
    await folder.sync().finally(() => folder.close());
    return file;
  }
}

interface Placement {
  readonly part: string;
  readonly name: string;
  readonly verdict: ArchiveVerdict;
}

/** @returns false if there is such a file */
const linked = (part: string, file: string): Promise<boolean> =>
  link(part, file).then(
    () => true,
    (error: unknown) => {
      if ((error as { code?: string }).code === 'EEXIST') return false;
      throw error;
    },
  );

async function isInDatabase(db: Db, { first }: ArchiveVerdict): Promise<boolean> {
  const found = db.selectFrom('audit_events').select('seq').where('seq', '=', first.seq).where('event_id', '=', first.eventId);
  return (await found.executeTakeFirst()) !== undefined;
}
