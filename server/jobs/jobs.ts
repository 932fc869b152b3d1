/** Periodic jobs. Every process runs them; the database coordinates. */
import { latestMark } from '../audit/chain.ts';
import { countEventsByTime } from '../audit/counts.ts';
import { dropEmptyPartitions, makePartitions } from '../audit/partitions.ts';
import { signAudit } from '../audit/sign.ts';
import { sinkOf, streamAudit } from '../audit/stream.ts';
import { finishRotation, REFRESH_KEYS_MS } from '../encryption/rotation.ts';
import { cleanUp } from './cleanUp.ts';
import { HOUR } from '../clock.ts';
import type { Context } from '../context.ts';
import { listenForDue } from '../db/notifications.ts';
import { announceCertificateEnds, announceOwnCertificateEnd } from '../identityProviders/saml/announce.ts';
import { renewSamlKeys } from '../identityProviders/saml/renewal.ts';
import { refreshMetadata } from '../identityProviders/saml/refresh.ts';
import { providerFetch } from '../http/outbound.ts';
import { checkDomains } from '../identityProviders/domains/daily.ts';
import { dnsResolver } from '../identityProviders/domains/dns.ts';
import { checkFiles } from '../files/jobs.ts';
import type { RunningProvider } from '../oidc/running.ts';
import type { SavedMail } from '../mail/deliver.ts';
import type { Runner } from './runner.ts';
import { startSender } from '../mail/sender.ts';
import { announceKeyEnds } from '../directories/keys/announce.ts';
import { mailDigests } from '../reports/digest.ts';
import { runWhatIsDue } from './due.ts';
import { dueJobs } from './dueJobs.ts';
import { repeat, serial, type Job, type JobObserver } from './periodic.ts';

/**
 * What was just committed is heard of at once, unless the connection is lost or leads through a pooler. Together with the time of a delivery,
 * this stays below the five seconds that are promised for a logout.
 */
export const ASK_EVERY_MS = 3_000;
const CLEAN_EVERY_MS = 10 * 60_000;
const SIGN_EVERY_MS = 60_000;
const STREAM_EVERY_MS = 5_000;
const PARTITION_EVERY_MS = HOUR;
const CHECK_FILES_EVERY_MS = 10_000;
const STORE_PERSONAL_DATA_EVERY_MS = 5_000;
const ANNOUNCE_ENDS_EVERY_MS = 10 * 60_000;
/** Each domain is due once a day. */
const CHECK_DOMAINS_EVERY_MS = 10 * 60_000;
/** Each SAML provider is due once a day. */
const REFRESH_METADATA_EVERY_MS = 10 * 60_000;
const MAIL_DIGESTS_EVERY_MS = 10 * 60_000;

export interface JobHooks {
  /** Called after every run of a periodic job. */
  onJob?: JobObserver | undefined;
  /** Called for every mail kept as a file. */
  onDelivered?: ((mail: SavedMail) => void) | undefined;
}

interface JobDependencies {
  readonly oidc: RunningProvider;
  readonly runner: Runner;
  readonly imports: Runner;
  /** PostgreSQL itself, not a pooler. */
  readonly directUrl: string;
}

/** @returns a function that stops the jobs, after running ones have ended */
export function startJobs(
  context: Context,
  { oidc, runner, imports, directUrl }: JobDependencies,
  { onDelivered, onJob = () => undefined }: JobHooks = {},
): () => Promise<void> {
  const job = serial(context, onJob);
  const every: Every = (name, ms, work, options) => repeat(job(name, work), ms, options);
  const sender = startSender(context, onDelivered);
  const due = dueJobs(context, { job, sender, oidc, runner, imports });
  const findDue = runWhatIsDue(context, due, (name) => {
    onJob(name, true);
  });
  const ask = every('findDue', ASK_EVERY_MS, findDue, { atOnce: true });
  const jobs: readonly Pick<Job, 'stop'>[] = [
    ask,
    sender,
    every('cleanUp', CLEAN_EVERY_MS, () => cleanUp(context)),
    every('refreshKeys', REFRESH_KEYS_MS, () => refreshKeys(context), { atOnce: true }),
    // The name is known to alerts and dashboards.
    every('sealAudit', SIGN_EVERY_MS, () => sign(context)),
    every('storePersonalData', STORE_PERSONAL_DATA_EVERY_MS, () => context.personalData.store()),
    every(
      'announceEnds',
      ANNOUNCE_ENDS_EVERY_MS,
      async () => {
        await announceKeyEnds(context.db, context.clock.now());
        await announceCertificateEnds(context.db, context.clock.now());
        await announceOwnCertificateEnd(context.db, context.clock.now());
        await renewSamlKeys(context.db, context.keyring, context.clock.now());
      },
      { atOnce: true },
    ),
    every('checkDomains', CHECK_DOMAINS_EVERY_MS, () =>
      checkDomains(context.db, dnsResolver(context.config), context.clock.now()),
    ),
    every('refreshMetadata', REFRESH_METADATA_EVERY_MS, () =>
      refreshMetadata(context.db, providerFetch(context.config, context.publicUrl), context.clock.now()),
    ),
    every('mailDigests', MAIL_DIGESTS_EVERY_MS, async () => {
      await mailDigests(context, countEventsByTime);
    }),
    every('partitionAudit', PARTITION_EVERY_MS, () => partition(context), { atOnce: true }),
    ...streamJobs(context, every),
    ...fileJobs(context, every),
    ...(context.config.OIDC === 'on' ? [every('refreshSigningKeys', REFRESH_KEYS_MS, () => oidc.refreshKeys())] : []),
  ];
  const stopListening = listenForDue(
    { url: directUrl, connectTimeoutMs: context.config.DATABASE_CONNECT_TIMEOUT_MS },
    (table) => {
      due.find((waked) => waked.table === table)?.run();
    },
    () => {
      ask.run();
    },
  );
  return async () => {
    await stopListening();
    await Promise.all([runner.stop(), imports.stop()]);
    await Promise.all([...jobs, ...due].map((stopped) => stopped.stop()));
    await context.personalData.store();
  };
}

const fileJobs = ({ files, log }: Context, every: Every): readonly Job[] =>
  files ? [every('checkFiles', CHECK_FILES_EVERY_MS, checkFiles({ files, log }))] : [];

type Every = (name: string, ms: number, work: () => Promise<void>, options?: { atOnce?: boolean }) => Job;

/** Runs at start too: a database from before there was a key holds clear text. */
async function refreshKeys({ db, clock, keyring }: Context): Promise<void> {
  await keyring.refresh();
  await finishRotation(db, keyring, clock.now());
}

/** The mark in the log, at the level that is on by default, is out of reach for an attacker who can write to the database. */
async function sign({ db, owner, clock, log, keyring }: Context): Promise<void> {
  const events = await signAudit(owner.db, clock.now(), keyring.auditKey());
  if (events > 0) log.warn({ events, mark: await latestMark(db) }, 'The audit is sealed');
}

async function partition({ owner, clock }: Context): Promise<void> {
  await makePartitions(owner.db, clock.now());
  await dropEmptyPartitions(owner.db, clock.now());
}

/** An unreachable collector is logged once, not every few seconds. */
function streamJobs({ config, owner, log }: Context, every: Every): readonly Job[] {
  const sink = sinkOf(config);
  if (!sink) return [];
  let isFailing = false;
  const stream = async () => {
    try {
      await streamAudit(owner.db, sink);
      if (isFailing) log.warn('The audit is streamed again');
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.error(error, 'The audit could not be streamed; it will be tried again');
      isFailing = true;
    }
  };
  return [every('streamAudit', STREAM_EVERY_MS, stream, { atOnce: true })];
}
