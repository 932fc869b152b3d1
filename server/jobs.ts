/** Periodic jobs. Every process runs them; the database coordinates. */
import { latestMark, sealAudit } from './audit/audit.seal.ts';
import { finishRotation, REFRESH_KEYS_MS } from './encryption/rotation.ts';
import { DAY, addMs } from './clock.ts';
import type { Context } from './context.ts';
import { deleteEndedSessions } from './session/sessions.ts';
import type { SavedMail } from './mail/deliver.ts';
import { startSender } from './mail/sender.ts';

const CLEAN_EVERY_MS = 10 * 60_000;
const SEAL_EVERY_MS = 60_000;

export interface JobHooks {
  /** Called for every mail kept as a file. */
  onDelivered?: ((mail: SavedMail) => void) | undefined;
}

/** @returns a function that stops the jobs, after running ones have ended */
export function startJobs(context: Context, { onDelivered }: JobHooks = {}): () => Promise<void> {
  const stops = [
    startSender(context, onDelivered),
    every(CLEAN_EVERY_MS, () => cleanUp(context), context),
    every(REFRESH_KEYS_MS, () => refreshKeys(context), context, { atOnce: true }),
    every(SEAL_EVERY_MS, () => seal(context), context),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Runs `job` at intervals, never concurrently; a failure is logged and retried at the next interval. */
function every(
  ms: number,
  job: () => Promise<void>,
  { log }: Context,
  { atOnce = false }: { atOnce?: boolean } = {},
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    running = running.then(job).catch((error: unknown) => {
      log.warn(error, 'A job failed and will be tried again');
    });
  };
  const timer = setInterval(run, ms);
  if (atOnce) run();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** At once too: a database from before there was a key holds clear text. */
async function refreshKeys({ db, clock, keyring }: Context): Promise<void> {
  await keyring.refresh();
  await finishRotation(db, keyring, clock.now());
}

/** The mark in the log, at the level that is on by default, is out of reach for an attacker who can write to the database. */
async function seal({ db, clock, log, keyring }: Context): Promise<void> {
  const events = await sealAudit(db, clock.now(), keyring.auditKey());
  if (events > 0) log.warn({ events, mark: await latestMark(db) }, 'The audit is sealed');
}

/** Deletes what has expired: sessions, links, grants, remembered browsers, counters, mails long sent. */
async function cleanUp({ db, clock }: Context): Promise<void> {
  const now = clock.now();
  await deleteEndedSessions(db, now);
  await db.deleteFrom('grants').where('expires_at', '<', now).execute();
  await db
    .deleteFrom('links')
    .where('expires_at', '<', addMs(now, -30 * DAY))
    .execute();
  await db.deleteFrom('remembered_browsers').where('expires_at', '<', now).execute();
  await db.deleteFrom('throttles').where('resets_at', '<', now).execute();
  await db
    .deleteFrom('mails')
    .where('sent_at', '<', addMs(now, -30 * DAY))
    .execute();
  await db
    .deleteFrom('known_browsers')
    .where('first_seen_at', '<', addMs(now, -365 * DAY))
    .execute();
  // A year, because counters of existing accounts never expire: a shorter time would reveal which names are unknown.
  await db
    .deleteFrom('unknown_sign_ins')
    .where('last_failed_at', '<', addMs(now, -365 * DAY))
    .execute();
}
