/** What every room of the server stands on. Built once in `app.ts`. */
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db, OwnPool } from './db/database.ts';
import type { Phrases } from './phrases.ts';
import type { ServerSecret } from './db/secret.ts';
import type { PasswordHasher } from './passwords.ts';

export interface Context {
  readonly config: Config;
  readonly clock: Clock;
  readonly db: Db;
  /** The connections below `db`, for what is longer than its queries. */
  readonly pool: OwnPool;
  readonly log: FastifyBaseLogger;
  readonly phrases: Phrases;
  readonly secret: ServerSecret;
  readonly passwords: PasswordHasher;
  /** Where links in mails lead: from the configuration alone, whatever a request's headers say. */
  readonly publicUrl: () => string;
}
