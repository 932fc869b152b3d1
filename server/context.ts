/** What every room of the server stands on. Built once in `app.ts`. */
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Store } from './db/database.ts';
import type { Phrases } from './i18n/phrases.ts';
import type { ServerSecret } from './session/serverSecret.ts';
import type { PasswordHasher } from './password/passwordHasher.ts';

export interface Context extends Store {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly phrases: Phrases;
  readonly secret: ServerSecret;
  readonly passwords: PasswordHasher;
  /** Where links in mails lead: from the configuration alone, whatever a request's headers say. */
  readonly publicUrl: () => string;
}
