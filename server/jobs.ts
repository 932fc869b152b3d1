/** What the server does by itself at intervals. Every process runs it; the store decides who does what. */
import { lastMark, sealAudit } from './audit/audit.seal.ts';
import { DAY, addMs } from './clock.ts';
import type { Context } from './context.ts';
import { forgetEndedSessions } from './session/sessions.ts';
import type { KeptMail } from './mail/deliver.ts';
import { startSender } from './mail/sender.ts';

const CLEAN_EVERY_MS = 10 * 60_000;
const SEAL_EVERY_MS = 60_000;

export interface JobHooks {
  /** Hears of every mail that was kept as a file. */
  onDelivered?: ((mail: KeptMail) => void) | undefined;
}

/** @returns stops the jobs; a running one ends first */
export function startJobs(context: Context, { onDelivered }: JobHooks = {}): () => Promise<void> {
  const stops = [
    startSender(context, onDelivered),
    every(CLEAN_EVERY_MS, () => cleanUp(context), context),
    every(SEAL_EVERY_MS, () => seal(context), context),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Runs `job` at intervals, never twice at once; a failure is logged and the next interval tries again. */
function every(ms: number, job: () => Promise<void>, { log }: Context): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(job).catch((error: unknown) => {
      log.warn(error, 'A job failed and will be tried again');
    });
  }, ms);
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Where the log goes, nobody who can write to the database can take the mark away. */
async function seal({ db, clock, log }: Context): Promise<void> {
  const events = await sealAudit(db, clock.now());
  if (events > 0) log.info({ events, mark: await lastMark(db) }, 'The audit is sealed');
}

/** Forgets what has ended: sessions, links, grants, remembered browsers, counters, mails long sent. */
async function cleanUp({ db, clock }: Context): Promise<void> {
  const now = clock.now();
  await forgetEndedSessions(db, now);
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
  // As long as nobody would wait to learn from it that a name is nobody's: the counters of real accounts never lapse.
  await db
    .deleteFrom('unknown_sign_ins')
    .where('last_failed_at', '<', addMs(now, -365 * DAY))
    .execute();
}
