/** What every room of the server stands on. Built once in `app.ts`. */
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './db/database.ts';
import type { Phrases } from './phrases.ts';
import type { ServerSecret } from './db/secret.ts';
import type { PasswordHasher } from './passwords.ts';

export interface Context {
  readonly config: Config;
  readonly clock: Clock;
  readonly db: Db;
  /** The connections below `db`, for reading what is too long for its queries. */
  readonly pool: pg.Pool;
  readonly log: FastifyBaseLogger;
  readonly phrases: Phrases;
  readonly secret: ServerSecret;
  readonly passwords: PasswordHasher;
  /** Where links in mails lead: from the configuration alone, whatever a request's headers say. */
  readonly publicUrl: () => string;
}
