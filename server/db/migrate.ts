/** Migrates the database to the newest schema. Safe in several processes at once: the migrator takes a lock. */
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { ConfigError } from '../config.ts';
import * as foundation from './migrations/0001_foundation.ts';
import * as formerTokens from './migrations/0002_former_tokens.ts';
import * as grantOfLink from './migrations/0003_grant_of_link.ts';
import * as cards from './migrations/0004_cards.ts';
import * as longOrganisationNames from './migrations/0005_long_organisation_names.ts';
import * as emailChange from './migrations/0006_email_change.ts';
import * as dataKeys from './migrations/0007_data_keys.ts';
import * as firstPassword from './migrations/0008_first_password.ts';
import * as keyedSeals from './migrations/0009_keyed_seals.ts';
import * as ownFailureCounters from './migrations/0010_own_failure_counters.ts';
import * as lostRoles from './migrations/0011_lost_roles.ts';
import * as erasureAndRetention from './migrations/0012_erasure_and_retention.ts';
import * as processes from './migrations/0015_processes.ts';
import * as applications from './migrations/0017_applications.ts';
import * as passkeys from './migrations/0018_passkeys.ts';
import * as applicationUse from './migrations/0019_application_use.ts';
import * as logoutsOfRemovedApplications from './migrations/0020_logouts_of_removed_applications.ts';
import * as secondFactors from './migrations/0021_second_factors.ts';
import * as auditCounts from './migrations/0022_audit_counts.ts';
import * as accountCounts from './migrations/0023_account_counts.ts';
import * as views from './migrations/0024_views.ts';
import * as auditPartitions from './migrations/0026_audit_partitions.ts';
import * as ticketIdempotency from './migrations/0027_ticket_idempotency.ts';
import * as impersonationAccess from './migrations/0028_impersonation_access.ts';
import * as fourEyes from './migrations/0029_four_eyes.ts';
import * as auditOnBehalfOf from './migrations/0030_audit_on_behalf_of.ts';
import * as files from './migrations/0031_files.ts';
import * as bulkApprovals from './migrations/0032_bulk_approvals.ts';
import * as idempotencyKeys from './migrations/0033_idempotency_keys.ts';
import * as reports from './migrations/0034_reports.ts';
import * as unusualFindings from './migrations/0035_unusual_findings.ts';
import * as timedCounts from './migrations/0036_timed_counts.ts';
import * as lockedByState from './migrations/0037_locked_by_state.ts';
import * as auditTotals from './migrations/0038_audit_totals.ts';
import * as typedTexts from './migrations/0039_typed_texts.ts';
import * as administratorsProofs from './migrations/0042_administrators_proofs.ts';
import * as personalDataReads from './migrations/0043_personal_data_reads.ts';
import * as guardedApplications from './migrations/0045_guarded_applications.ts';
import * as sponsors from './migrations/0048_sponsors.ts';
import type { Database } from './schema.ts';

interface StagedMigration extends Migration {
  /** What takes long, without locks that others wait for, in transactions of its own. It must be repeatable, and nothing may depend on it yet. */
  prepare?: (db: Kysely<unknown>) => Promise<void>;
}

/** In order; never change a released migration. */
const migrations: Record<string, StagedMigration> = {
  '0001_foundation': foundation,
  '0002_former_tokens': formerTokens,
  '0003_grant_of_link': grantOfLink,
  '0004_cards': cards,
  '0005_long_organisation_names': longOrganisationNames,
  '0006_email_change': emailChange,
  '0007_data_keys': dataKeys,
  '0008_first_password': firstPassword,
  '0009_keyed_seals': keyedSeals,
  '0010_own_failure_counters': ownFailureCounters,
  '0011_lost_roles': lostRoles,
  '0012_erasure_and_retention': erasureAndRetention,
  '0015_processes': processes,
  '0017_applications': applications,
  '0018_passkeys': passkeys,
  '0019_application_use': applicationUse,
  '0020_logouts_of_removed_applications': logoutsOfRemovedApplications,
  '0021_second_factors': secondFactors,
  '0022_audit_counts': auditCounts,
  '0023_account_counts': accountCounts,
  '0024_views': views,
  '0026_audit_partitions': auditPartitions,
  '0027_ticket_idempotency': ticketIdempotency,
  '0028_impersonation_access': impersonationAccess,
  '0029_four_eyes': fourEyes,
  '0030_audit_on_behalf_of': auditOnBehalfOf,
  '0031_files': files,
  '0032_bulk_approvals': bulkApprovals,
  '0033_idempotency_keys': idempotencyKeys,
  '0034_reports': reports,
  '0035_unusual_findings': unusualFindings,
  '0036_timed_counts': timedCounts,
  '0037_locked_by_state': lockedByState,
  '0038_audit_totals': auditTotals,
  '0039_typed_texts': typedTexts,
  '0042_administrators_proofs': administratorsProofs,
  '0043_personal_data_reads': personalDataReads,
  '0045_guarded_applications': guardedApplications,
  '0048_sponsors': sponsors,
};

/** The newest migration; tells whether something built from a schema is still current. */
export const schemaVersion = Object.keys(migrations).at(-1) as string;

/** Former rows need nothing from them: they are right in the newer schema as they are. */
const KEEP_ROWS_AS_THEY_ARE = new Set([
  '0022_audit_counts',
  '0026_audit_partitions',
  '0030_audit_on_behalf_of',
  '0031_files',
  '0032_bulk_approvals',
  '0033_idempotency_keys',
  '0034_reports',
  '0035_unusual_findings',
  '0036_timed_counts',
  '0037_locked_by_state',
  '0038_audit_totals',
  '0039_typed_texts',
  '0042_administrators_proofs',
  '0043_personal_data_reads',
  '0045_guarded_applications',
  '0048_sponsors',
]);

/** Whether rows of a schema are right in the newest one, as a backup's. */
export function keepsRowsOf(version: string): boolean {
  const names = Object.keys(migrations);
  const since = names.indexOf(version);
  return since !== -1 && names.slice(since + 1).every((name) => KEEP_ROWS_AS_THEY_ARE.has(name));
}

/** How long a migration waits for the tables it changes, because everybody else waits behind it meanwhile. */
const LOCK_BUDGET_MS = 4000;
const RETRY_MS = 1000;
const MAX_ATTEMPTS = 30;
/** A lock or a statement took too long; a deadlock with a running server. */
const RETRYABLE = /^(55P03|57014|40P01)$/;

/** The last migration that a program must know to work with this database; absent: any. Written by a migration that takes away. */
const OLDEST_PROGRAM = 'schema.oldestProgram';

/** Newer migrations are tolerated: an upgrade can be taken back. @throws Error if they have taken away what this program needs */
export async function migrate(db: Kysely<Database>, attempt = 1): Promise<void> {
  if (await isMigrated(db)) return;
  try {
    for (const { prepare } of Object.values(migrations)) await prepare?.(db as unknown as Kysely<unknown>);
    await db.transaction().execute(async (tx) => {
      // Another process may be migrating for long.
      await sql`SET LOCAL statement_timeout = 0`.execute(tx);
      const migrator = new Migrator({
        db: tx,
        provider: { getMigrations: () => Promise.resolve(withinLockBudget) },
        // Branches number theirs apart: a database may have a later one before an earlier one.
        allowUnorderedMigrations: true,
      });
      const { error } = await migrator.migrateToLatest();
      if (error) throw error instanceof Error ? error : new Error('The migration failed', { cause: error });
    });
  } catch (error) {
    // Another process may have migrated further meanwhile.
    if (await isMigrated(db)) return;
    if (attempt >= MAX_ATTEMPTS || !RETRYABLE.test((error as { code?: string }).code ?? '')) throw explained(error);
    await pause(RETRY_MS);
    await migrate(db, attempt + 1);
  }
}

/** Whether the database has all migrations that this program knows. */
export async function isMigrated(db: Kysely<Database>): Promise<boolean> {
  const { rows: tables } = await sql<{ found: boolean }>`SELECT to_regclass('kysely_migration') IS NOT NULL AS found`.execute(db);
  if (tables[0]?.found !== true) return false;
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db);
  const executed = new Set(rows.map(({ name }) => name));
  if (Object.keys(migrations).some((name) => !executed.has(name))) return false;
  const oldest = await db.selectFrom('settings').select('value').where('key', '=', OLDEST_PROGRAM).executeTakeFirst();
  if (oldest && oldest.value > schemaVersion)
    throw new Error(
      `The database is of a newer version: programs before ${oldest.value} can't use it, this one is ${schemaVersion}`,
    );
  return true;
}

/** @throws ConfigError unless the migrations have been run */
export async function requireMigrated(db: Kysely<Database>): Promise<void> {
  if (!(await isMigrated(db)))
    throw new ConfigError(`MIGRATE: is off, and the database is not of version ${schemaVersion}: run npm run admin -- migrate`);
}

const withinLockBudget: Record<string, Migration> = Object.fromEntries(
  Object.entries(migrations).map(([name, migration]) => [
    name,
    {
      async up(db: Kysely<unknown>) {
        await sql`SET LOCAL lock_timeout = ${sql.lit(LOCK_BUDGET_MS)}`.execute(db);
        await migration.up(db);
      },
    },
  ]),
);

const explained = (error: unknown): unknown =>
  (error as { code?: string }).code === '42501'
    ? new ConfigError(
        `DATABASE_URL: ${(error as Error).message}. The role must own its database; where it may not create the extensions pg_trgm and unaccent, an administrator of the database does so before`,
      )
    : error;
