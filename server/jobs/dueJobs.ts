/** Jobs that run when something that waits in the database is due. */
import { latestMark } from '../audit/chain.ts';
import { operationsAreRunning } from '../bulk/runner.ts';
import type { Context } from '../context.ts';
import { removeFiles } from '../files/jobs.ts';
import { removalsAreDue } from '../files/removal.ts';
import { importsAreRunning } from '../imports/run.ts';
import { mailsAreDue } from '../mail/outbox.ts';
import type { Sender } from '../mail/sender.ts';
import { endExpiredGrants, grantsHaveExpired } from '../oidc/grants.ts';
import { renewSigningKeys, signingKeysAreDue } from '../oidc/keys.ts';
import { deliverLogouts, logoutsAreDue } from '../oidc/logouts.ts';
import type { RunningProvider } from '../oidc/running.ts';
import { findingsAreDue, renewFindings } from '../overview/findings.ts';
import { mailDueReports } from '../reports/due.ts';
import { reportsAreDue } from '../reports/repository.ts';
import type { DueWork } from './due.ts';
import type { Job, serial } from './periodic.ts';
import type { Runner } from './runner.ts';

const RENEW_SIGNING_KEYS_REST_MS = 20_000;
const REMOVE_FILES_REST_MS = 15_000;
const FIND_UNUSUAL_REST_MS = 10_000;
const MAIL_REPORTS_REST_MS = 30_000;
/** How soon an operation or an import continues after its process has ended. */
const RUN_OPERATIONS_REST_MS = 10_000;

export interface DueJobDependencies {
  readonly job: ReturnType<typeof serial>;
  readonly sender: Sender;
  readonly oidc: RunningProvider;
  readonly runner: Runner;
  readonly imports: Runner;
}

export interface DueJob extends DueWork, Job {
  /** The table whose notifications wake it. */
  readonly table: string | undefined;
}

export function dueJobs(context: Context, { job, sender, oidc, runner, imports }: DueJobDependencies): readonly DueJob[] {
  const { db, clock, keyring, log, settings, config, files } = context;
  const when = (
    name: string,
    isDue: DueWork['isDue'],
    work: () => unknown,
    { restMs = 0, table }: { restMs?: number; table?: string } = {},
  ): DueJob => ({
    name,
    isDue,
    restMs,
    table,
    ...job(name, async () => {
      await work();
    }),
  });
  return [
    when('sendMails', mailsAreDue, () => sender.wake(), { table: 'mails' }),
    when(
      'readSettings',
      () => settings.haveChanged(),
      () => settings.refresh(),
      { table: 'system_settings' },
    ),
    when('findUnusual', findingsAreDue, () => renewFindings(db, clock.now()), { restMs: FIND_UNUSUAL_REST_MS }),
    when('mailReports', reportsAreDue, () => mailDueReports(context, latestMark), { restMs: MAIL_REPORTS_REST_MS }),
    when('runOperations', operationsAreRunning, () => runner.run(), { restMs: RUN_OPERATIONS_REST_MS }),
    when('runImports', importsAreRunning, () => imports.run(), { restMs: RUN_OPERATIONS_REST_MS }),
    ...(files
      ? [when('removeFiles', removalsAreDue, () => removeFiles({ db, files, clock, log }), { restMs: REMOVE_FILES_REST_MS })]
      : []),
    ...(config.OIDC === 'on'
      ? [
          when('deliverLogouts', logoutsAreDue, () => deliverLogouts(context, oidc), { table: 'oidc_logouts' }),
          when(
            'renewSigningKeys',
            (now) => signingKeysAreDue(config.SIGNING_KEY_DAYS, now),
            () => renewSigningKeys(db, keyring, { days: config.SIGNING_KEY_DAYS, now: clock.now() }),
            { restMs: RENEW_SIGNING_KEYS_REST_MS },
          ),
          when('expireGrants', grantsHaveExpired, () => endExpiredGrants(db, clock.now())),
        ]
      : []),
  ];
}
