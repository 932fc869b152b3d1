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
import { checkFiles, removeFiles } from '../files/jobs.ts';
import { deliverLogouts, DELIVER_EVERY_MS, EXPIRE_EVERY_MS, expireGrants } from '../oidc/logouts.ts';
import type { RunningProvider } from '../oidc/running.ts';
import type { SavedMail } from '../mail/deliver.ts';
import type { Runner } from './runner.ts';
import { startSender } from '../mail/sender.ts';
import { announceKeyEnds } from '../directories/keys/announce.ts';
import { renewFindings } from '../overview/findings.ts';
import { mailDigests } from '../reports/digest.ts';
import { mailDueReports } from '../reports/due.ts';

const CLEAN_EVERY_MS = 10 * 60_000;
const SIGN_EVERY_MS = 60_000;
const STREAM_EVERY_MS = 5_000;
const PARTITION_EVERY_MS = HOUR;
const CHECK_FILES_EVERY_MS = 10_000;
const REMOVE_FILES_EVERY_MS = 15_000;
const FIND_UNUSUAL_EVERY_MS = 10_000;
const STORE_PERSONAL_DATA_EVERY_MS = 5_000;
/** How soon an operation or an import continues after its process has ended. */
const RUN_OPERATIONS_EVERY_MS = 10_000;
const ANNOUNCE_ENDS_EVERY_MS = 10 * 60_000;
/** Each domain is due once a day. */
const CHECK_DOMAINS_EVERY_MS = 10 * 60_000;
/** Each SAML provider is due once a day. */
const REFRESH_METADATA_EVERY_MS = 10 * 60_000;
/** A change is heard of at once, unless the connection is lost or leads through a pooler. */
const READ_SETTINGS_EVERY_MS = 5_000;
const MAIL_REPORTS_EVERY_MS = 30_000;
const MAIL_DIGESTS_EVERY_MS = 10 * 60_000;

export interface JobHooks {
  /** Called after every run of a periodic job. */
  onJob?: ((job: string, succeeded: boolean) => void) | undefined;
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

interface Job {
  run(): void;
  stop(): Promise<void>;
}

/** @returns a function that stops the jobs, after running ones have ended */
export function startJobs(
  context: Context,
  { oidc, runner, imports, directUrl }: JobDependencies,
  { onDelivered, onJob = () => undefined }: JobHooks = {},
): () => Promise<void> {
  const every = periodic(context, onJob);
  const sender = startSender(context, onDelivered);
  const logouts =
    context.config.OIDC === 'on' ? every('deliverLogouts', DELIVER_EVERY_MS, () => deliverLogouts(context, oidc)) : undefined;
  const settings = every('readSettings', READ_SETTINGS_EVERY_MS, () => context.settings.refresh());
  const jobs: readonly Pick<Job, 'stop'>[] = [
    sender,
    settings,
    ...(logouts ? [logouts] : []),
    every('cleanUp', CLEAN_EVERY_MS, () => cleanUp(context)),
    every('refreshKeys', REFRESH_KEYS_MS, () => refreshKeys(context), { atOnce: true }),
    // The name is known to alerts and dashboards.
    every('sealAudit', SIGN_EVERY_MS, () => sign(context)),
    every(
      'findUnusual',
      FIND_UNUSUAL_EVERY_MS,
      async () => {
        await renewFindings(context.db, context.clock.now());
      },
      { atOnce: true },
    ),
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
    every('mailReports', MAIL_REPORTS_EVERY_MS, async () => {
      await mailDueReports(context, latestMark);
    }),
    every('mailDigests', MAIL_DIGESTS_EVERY_MS, async () => {
      await mailDigests(context, countEventsByTime);
    }),
    every('runOperations', RUN_OPERATIONS_EVERY_MS, () => runner.run(), { atOnce: true }),
    every('runImports', RUN_OPERATIONS_EVERY_MS, () => imports.run(), { atOnce: true }),
    every('partitionAudit', PARTITION_EVERY_MS, () => partition(context), { atOnce: true }),
    ...streamJobs(context, every),
    ...fileJobs(context, every),
    ...(context.config.OIDC === 'on' ? oidcJobs(context, oidc, every) : []),
  ];
  const stopListening = listenForDue(
    { url: directUrl, connectTimeoutMs: context.config.DATABASE_CONNECT_TIMEOUT_MS },
    (table) => {
      if (table === 'mails') sender.wake();
      if (table === 'oidc_logouts') logouts?.run();
      if (table === 'system_settings') settings.run();
    },
    () => {
      settings.run();
    },
  );
  return async () => {
    await stopListening();
    await Promise.all([runner.stop(), imports.stop()]);
    await Promise.all(jobs.map((job) => job.stop()));
    await context.personalData.store();
  };
}

function fileJobs({ db, files, clock, log }: Context, every: ReturnType<typeof periodic>): readonly Job[] {
  if (!files) return [];
  return [
    every('checkFiles', CHECK_FILES_EVERY_MS, checkFiles({ files, log })),
    every('removeFiles', REMOVE_FILES_EVERY_MS, () => removeFiles({ db, files, clock, log })),
  ];
}

const oidcJobs = (context: Context, oidc: RunningProvider, every: ReturnType<typeof periodic>) => [
  every('refreshSigningKeys', REFRESH_KEYS_MS, () => oidc.refreshKeys()),
  every('expireGrants', EXPIRE_EVERY_MS, () => expireGrants(context)),
];

/** Runs `job` at intervals, never concurrently; a failure is logged and retried at the next interval. */
const periodic =
  ({ log }: Context, onJob: (job: string, succeeded: boolean) => void) =>
  (name: string, ms: number, job: () => Promise<void>, { atOnce = false }: { atOnce?: boolean } = {}): Job => {
    let running: Promise<void> = Promise.resolve();
    const run = () => {
      running = running.then(job).then(
        () => {
          onJob(name, true);
        },
        (error: unknown) => {
          onJob(name, false);
          log.warn({ err: error, job: name }, 'A job failed and will be tried again');
        },
      );
    };
    const timer = setInterval(run, ms);
    if (atOnce) run();
    return {
      run,
      async stop() {
        clearInterval(timer);
        await running;
      },
    };
  };

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
function streamJobs({ config, owner, log }: Context, every: ReturnType<typeof periodic>): readonly Job[] {
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
