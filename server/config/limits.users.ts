/** Limits of what users, their organisations, and all requests together may have or use. */
import { availableParallelism } from 'node:os';
import { DAY, MINUTE } from '../clock.ts';
import type { Limit } from './limit.ts';

const poolThreads = Number(process.env.UV_THREADPOOL_SIZE ?? 4);

export const userLimits = {
  LIMIT_SESSIONS_PER_USER: {
    size: 20,
    counts: 'sessions of a user',
    reads: { instead: 'the longest unused one ends when another begins' },
  },
  LIMIT_API_KEYS: { size: 10, counts: 'API keys of a user', reads: 'TooManyKeys' },
  LIMIT_API_KEY_DAYS: {
    size: 90,
    counts: 'days for which an API key for step-up or administrative calls may be valid, since its claims were set',
    reads: 'Invalid',
  },
  LIMIT_PASSKEYS: { size: 20, counts: 'passkeys of a user', reads: 'TooManyPasskeys' },
  LIMIT_VIEWS: { size: 50, counts: 'views of a user', reads: 'TooManyViews' },
  LIMIT_REPORTS: { size: 50, counts: 'saved reports of a user', reads: 'TooManyReports' },
  LIMIT_OPERATIONS: { size: 20, counts: 'unfinished operations on many users, of an administrator', reads: 'TooManyRequests' },
  LIMIT_WAITING_IMPORTS: {
    size: 10,
    counts: 'files of other systems that are read, and not finished or cancelled, of all administrators',
    reads: 'TooManyImports',
  },
  LIMIT_RESENDS_PER_DAY: {
    size: 200,
    counts: 'invitations mailed again by an administrator',
    windowMs: DAY,
    givenBack: 'never: mailboxes are spared',
    reads: 'TooManyRequests',
  },
  LIMIT_TAKEN_ADDRESSES_PER_DAY: {
    size: 50,
    counts: 'addresses taken in other organisations, of which an administrator of one, or a directory, learns',
    windowMs: DAY,
    givenBack: 'nothing was disclosed',
    reads: 'TooManyRequests',
  },
  LIMIT_TAKEN_NAMES_PER_DAY: {
    size: 20,
    counts: 'taken user names that a registration tries',
    windowMs: DAY,
    givenBack: 'the name was not taken',
    reads: 'TooManyRequests',
  },
  LIMIT_PERSONAL_DATA_ROWS_PER_DAY: {
    size: 1_000_000,
    counts: 'rows of personal data that a user is given in a day (UTC), by all calls together; not in the demo',
    reads: 'PersonalDataLimit',
  },
  LIMIT_EXPORTS_PER_USER: { size: 2, counts: 'downloads of lists under way, of a user', reads: 'TooManyDownloads' },
  LIMIT_EXPORTS: { size: 4, counts: 'downloads of lists under way, of a process: each holds a connection', reads: 'Busy' },
  LIMIT_DOMAINS: { size: 50, counts: 'domains of an organisation', reads: 'TooManyDomains' },
  LIMIT_DOMAIN_CHECKS: {
    size: 60,
    counts: 'checks of an organisation’s domains',
    windowMs: 15 * MINUTE,
    givenBack: 'the domain is proven',
    reads: 'TooManyRequests',
  },
  LIMIT_CONNECTIONS: { size: 20, counts: 'identity providers of an organisation', reads: 'TooManyConnections' },
  LIMIT_DIRECTORY_KEYS: {
    size: 2,
    counts: 'valid keys of an organisation’s directory: the one in use, and the one that replaces it',
    reads: 'TooManyKeys',
  },
  LIMIT_PARALLEL_HASHES: {
    // One for each core and one that waits for the database; one thread of libuv's pool stays free for files.
    size: Math.max(1, Math.min(availableParallelism() + 1, poolThreads - 1)),
    counts: 'passwords hashed at once: cores + 1, at most one less than libuv’s threads',
    reads: 'Busy',
  },
  LIMIT_HASH_WAIT_MS: { size: 1200, counts: 'milliseconds that a login waits for its hash', reads: 'Busy' },
  LIMIT_REQUEST_MS: {
    size: 28_000,
    min: 1000,
    counts: 'milliseconds for a request to arrive, and of silence while it is answered',
    reads: { instead: 'the connection ends' },
  },
  LIMIT_FLOW_BYTES: {
    size: 32 * 1024,
    counts: 'bytes of an upload that have to arrive in any ten seconds after that time',
    reads: { instead: 'the connection ends' },
  },
} as const satisfies Readonly<Record<string, Limit>>;
