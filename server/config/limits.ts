/** Settings that limit what one caller, one account or all together may use. */
import { availableParallelism } from 'node:os';
import { whole } from './shape.ts';

const poolThreads = Number(process.env.UV_THREADPOOL_SIZE ?? 4);

export const limits = {
  LIMIT_FAILURES_TO_LOCK: whole(5),
  LIMIT_LOCK_MINUTES: whole(15),
  LIMIT_FAILURES_HARD_STOP: whole(100),
  /** Wrong codes that end a pending session. */
  LIMIT_MFA_FAILURES: whole(5),
  /** Consecutive wrong codes, in any number of logins, that lock the account. */
  LIMIT_MFA_FAILURES_TO_LOCK: whole(10),
  /** Mails about new browsers per account in 15 minutes. */
  LIMIT_BROWSER_MAILS: whole(3),
  LIMIT_LOGINS_PER_ADDRESS: whole(300),
  /** User names that may fail to log in from one address in 15 minutes before each further attempt is delayed. */
  LIMIT_FREE_LOGIN_FAILURES: whole(20),
  /** The longest delay of a login, in milliseconds; below the ten seconds for which a connection is held at most. */
  LIMIT_LOGIN_DELAY_MS: whole(8000, 1, 9000),
  LIMIT_RECOVERY_MAILS: whole(3),
  LIMIT_RECOVERY_PER_ADDRESS: whole(60),
  LIMIT_TICKETS_PER_ADDRESS: whole(20),
  /** Mails about new tickets to one e-mail address in 15 minutes. */
  LIMIT_TICKET_MAILS: whole(3),
  /** Requests for the state of a ticket by its link, per address in 15 minutes. */
  LIMIT_TICKET_STATES_PER_ADDRESS: whole(60),
  /** Tickets, and bytes of their attachments, that all callers who are not logged in may send together in an hour. */
  LIMIT_ANONYMOUS_TICKETS: whole(500),
  LIMIT_ANONYMOUS_UPLOAD_BYTES: whole(500 * 1024 * 1024),
  LIMIT_API_KEYS: whole(10),
  /** Longest life of an API key with claims for step-up or administrative calls, since they were last set. */
  LIMIT_API_KEY_DAYS: whole(90),
  LIMIT_PASSKEYS: whole(20),
  /** Passkey challenges per address in 15 minutes: every view of the login page asks for one. */
  LIMIT_PASSKEY_CHALLENGES: whole(3000),
  /**
   * Authorization requests of applications that wait for their user, per address, and by all callers who are not logged in, in 15
   * minutes.
   */
  LIMIT_AUTHORIZE_PER_ADDRESS: whole(500),
  LIMIT_AUTHORIZE_ANONYMOUS: whole(50_000),
  /** Log-ins with identity providers that wait for the provider; the oldest gives way. */
  LIMIT_WAITING_PROVIDER_LOGINS: whole(20_000),
  /** Sessions per user; the one unused for longest ends when another begins. */
  LIMIT_SESSIONS_PER_USER: whole(20),
  /** Invitations mailed again, per administrator and day. */
  LIMIT_RESENDS_PER_DAY: whole(200),
  /** How often an administrator of one organisation learns that an address is taken in another, in a day. */
  LIMIT_TAKEN_ADDRESSES_PER_DAY: whole(50),
  /** Taken user names that one registration may try in a day. */
  LIMIT_TAKEN_NAMES_PER_DAY: whole(20),
  /** Rows of personal data given to one user in a day (UTC), by pages, searches, lists, exports and the audit together. */
  LIMIT_PERSONAL_DATA_ROWS_PER_DAY: whole(1_000_000),
  /** Passwords hashed at once: one per core and one waiting for the database, leaving one thread of libuv's pool for files. */
  LIMIT_PARALLEL_HASHES: whole(Math.max(1, Math.min(availableParallelism() + 1, poolThreads - 1))),
  /** Maximum wait of a login for its hash before the server answers Busy, in milliseconds. */
  LIMIT_HASH_WAIT_MS: whole(1200),
  /** Maximum time for a request to arrive, and for silence on a connection while it is answered, in milliseconds. */
  LIMIT_REQUEST_MS: whole(28_000, 1000),
  /** Uploads may take longer while at least this much arrives in any ten seconds, in bytes. */
  LIMIT_FLOW_BYTES: whole(32 * 1024),
};
