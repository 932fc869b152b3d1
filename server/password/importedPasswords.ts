/**
 * Hashes of other systems at login. A check of one takes another time than of ours, so a name that no account has is checked with a hash of
 * one or the other kind, in the shares that the accounts have. Which, is drawn by a keyed hash of the name: asking again tells nothing.
 */
import { sql } from 'kysely';
import { MINUTE } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { nameKey } from '../db/names.ts';
import type { Keyring } from '../encryption/keyring.ts';
import type { ServerSecret } from '../session/serverSecret.ts';
import type { ImportedHash } from './schemes/scheme.ts';
import { storedImportedHash } from './importedHash.ts';
import { openStored } from './storedHash.ts';

export interface ImportedPasswords {
  readonly open: (stored: string) => Promise<ImportedHash>;
  /** Undefined: a dummy of our own. */
  readonly dummyFor: (name: string) => Promise<ImportedHash | undefined>;
}

interface Share {
  readonly dummy: string;
  /** The sum of shares up to and including this one, from 0 to 1. */
  readonly upTo: number;
}

/** How often the shares are counted. */
const COUNTED_EACH_MS = MINUTE;
/** Kinds of hashes that are told apart; one system has one or two. */
const MAX_KINDS = 50;

export function importedPasswords(db: Db, keyring: Keyring, secret: ServerSecret): ImportedPasswords {
  let counted: { readonly shares: Promise<readonly Share[]>; readonly atMs: number } | undefined;

  function currentShares(): Promise<readonly Share[]> {
    const former = counted;
    if (former && performance.now() - former.atMs < COUNTED_EACH_MS) return former.shares;
    const shares = countShares(db);
    counted = { shares: former ? shares.catch(() => former.shares) : shares, atMs: performance.now() };
    if (!former) shares.catch(() => (counted = undefined));
    // The former ones serve while the new ones are counted, so that no login waits.
    return former?.shares ?? shares;
  }

  return {
    open: (stored) => openStored(keyring, db, stored),
    async dummyFor(name) {
      const shares = await currentShares();
      if (shares.length === 0) return undefined;
      const drawn = Buffer.from(secret.sign('dummy hash', nameKey(name)), 'base64url').readUInt32BE() / 2 ** 32;
      const share = shares.find(({ upTo }) => drawn < upTo);
      return share && storedImportedHash(share.dummy);
    },
  };
}

async function countShares(db: Db): Promise<Share[]> {
  const { rows } = await sql<{ dummy: string; count: number; total: number }>`
    SELECT imported_scheme AS dummy, count(*)::int AS count,
           (SELECT greatest(reltuples, 1)::float8 FROM pg_class WHERE oid = 'users'::regclass) AS total
      FROM users WHERE imported_scheme IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${MAX_KINDS}`.execute(db);
  const imported = rows.reduce((sum, { count }) => sum + count, 0);
  let upTo = 0;
  return rows.map(({ dummy, count, total }) => {
    // The number of all rows is an estimate, which may be of before the import.
    upTo += count / Math.max(total, imported);
    return { dummy, upTo };
  });
}
