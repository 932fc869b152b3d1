/** Migrates the database to the newest schema. Safe in several processes at once: the migrator takes a lock. */
import type { Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
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
import type { Database } from './schema.ts';

/** In order; never change a released migration. */
const migrations: Record<string, Migration> = {
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
};

/** The newest migration; tells whether something built from a schema is still current. */
export const schemaVersion = Object.keys(migrations).at(-1) as string;

export async function migrate(db: Kysely<Database>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error('The migration failed', { cause: error });
}
