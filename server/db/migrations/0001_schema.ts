/** The schema of 1.0, by noun, in PostgreSQL's own words. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Files in order: referenced tables come first. */
const FILES = [
  'foundation',
  'users',
  'sign_in',
  'operations',
  'audit',
  'reports',
  'support',
  'applications',
  'directories',
  'federation',
  'imports',
  'system_settings',
];

export const schema: Migration = {
  async up(db) {
    for (const name of FILES) {
      const statements = await readFile(join(import.meta.dirname, '0001_schema', `${name}.sql`), 'utf8');
      await sql.raw(statements).execute(db);
    }
  },
};
