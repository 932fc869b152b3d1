/** The dependencies of every server module. Built once in `start.ts`. */
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from './clock.ts';
import type { Config } from './config/config.ts';
import type { DatabaseAccess } from './db/database.ts';
import type { Reads } from './db/reads.ts';
import type { FileStore } from './files/store.ts';
import type { Keyring } from './encryption/keyring.ts';
import type { PersonalData } from './http/personalData.ts';
import type { Phrases } from './i18n/phrases.ts';
import type { Readiness } from './health/readiness.ts';
import type { LiveSettings } from './systemSettings/live.ts';
import type { ServerSecret } from './session/serverSecret.ts';
import type { PasswordList } from './password/passwordList.ts';
import type { PasswordHasher } from './password/passwordHasher.ts';

export interface Context extends DatabaseAccess {
  /**
   * The database with the role that owns the tables: for signing, streaming, erasing and removing events. The server's own
   * connection without DATABASE_OWNER_URL.
   */
  readonly owner: DatabaseAccess;
  /** Reads for lists, counts, reports and exports. */
  readonly reads: Reads;
  /** Undefined without FILES_URL: files are in the database. */
  readonly files: FileStore | undefined;
  readonly personalData: PersonalData;
  /** Settings of administrators included: values change while the server runs, and are read where they are needed. */
  readonly config: Config;
  readonly settings: LiveSettings;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly phrases: Phrases;
  readonly secret: ServerSecret;
  readonly keyring: Keyring;
  readonly passwords: PasswordHasher;
  /** The passwords of PASSWORD_LIST_FILE. */
  readonly passwordList: PasswordList;
  readonly readiness: Readiness;
  /** The base of links in mails: it comes from the configuration only, never from request headers (host header injection). */
  readonly publicUrl: () => string;
}
