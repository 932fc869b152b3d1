/**
 * Limits how often a caller is told that a name or an e-mail address is taken, as this reveals that an account exists, even in an
 * organisation out of the caller's reach. The reply is honest, because users have to choose another.
 */
import { sql, type SqlBool } from 'kysely';
import { isSystemAdmin } from '../../api/contract/person.ts';
import { appendAuditEvent } from '../audit/append.ts';
import type { Context } from '../context.ts';
import type { Db, Queries } from '../db/database.ts';
import { nameKey } from '../db/names.ts';
import { sha256 } from '../session/tokens.ts';
import type { CallOf } from './call.ts';
import { Problem } from './problem.ts';
import { countHits, giveBack, limitOf, refuseWhenFull, throttle, type Limit } from './throttle.ts';

/**
 * Counts before the result is known, so that parallel calls learn no more; takes the count back if nothing was disclosed.
 * @param discloses whether the error of `work` reveals an account out of reach
 * @throws TooManyRequests, whether taken or not
 */
async function limitDisclosures<T>(
  db: Db,
  limit: Limit,
  now: Date,
  discloses: (error: unknown) => Promise<boolean>,
  work: () => Promise<T>,
): Promise<T> {
  let isDisclosed = false;
  try {
    await throttle(db, limit, now);
    return await work();
  } catch (error) {
    isDisclosed = await discloses(error);
    throw error;
  } finally {
    if (!isDisclosed) await giveBack(db, limit.bucket, now);
  }
}

/** Limits administrators of one organisation; addresses taken within it do not count, others are recorded. */
export async function limitTakenAddresses<T>(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { name, person, origin, now }: Pick<CallOf<'Invite.CreateUser' | 'Users.Patch'>, 'name' | 'person' | 'origin' | 'now'>,
  email: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (email === undefined || isSystemAdmin(person)) return work();
  const limit = addressLimit(config, person.userId);
  const discloses = async (error: unknown) => {
    if (!(error instanceof Problem && error.code === 'EmailTaken')) return false;
    if (!(await isTakenElsewhere(db, email, person.organisationId))) return false;
    await appendAuditEvent(db, origin, { action: name, outcome: 'refused', target: email, details: { code: error.code } });
    return true;
  };
  return limitDisclosures(db, limit, now, discloses, work);
}

const addressLimit = (config: Context['config'], asker: string): Limit => limitOf(config, 'LIMIT_TAKEN_ADDRESSES_PER_DAY', asker);

/** A program that asks for many addresses at once, and asks again for those that it was refused. */
interface AskingProgram {
  readonly name: string;
  readonly organisationId: string;
  readonly now: Date;
  readonly isTaken: (error: unknown) => boolean;
  /** Records that an address was disclosed. */
  readonly record: (email: string) => Promise<void>;
}

export interface TakenAddressLimit {
  /** Call it before an address is written. @throws TooManyRequests once the limit of the day is reached */
  readonly requireRoomFor: (queries: Queries, email: string) => Promise<void>;
  /** Counts if `work` fails for an address that is taken in another organisation. An address counts once a day. */
  readonly count: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Unlike `limitTakenAddresses` it writes nothing as long as no address is taken, and does not count what is under way. */
export function takenAddressLimit(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { name, organisationId, now, isTaken, record }: AskingProgram,
): TakenAddressLimit {
  const limit = addressLimit(config, name);
  let asked: string | undefined;
  return {
    async requireRoomFor(queries, email) {
      await refuseWhenFull(queries, limit, now);
      asked = email;
    },
    async count(work) {
      try {
        return await work();
      } catch (error) {
        if (asked === undefined || !isTaken(error) || !(await isTakenElsewhere(db, asked, organisationId))) throw error;
        const bucket = `${limit.bucket}:${sha256(nameKey(asked)).toString('base64url')}`;
        const { hits } = await countHits(db, bucket, limit.windowMs, now, 1);
        if (hits === 1) await throttle(db, limit, now);
        await record(asked);
        throw error;
      }
    },
  };
}

async function isTakenElsewhere(db: Db, email: string, organisationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('user_id')
    .where(sql<SqlBool>`(email_key = ${nameKey(email)} OR user_name_key = ${nameKey(email)})`)
    .where('organisation_id', '!=', organisationId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Limits one invitation, whose recipient chooses a user name. */
export const limitTakenNames = <T>(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { userId, now }: { userId: string; now: Date },
  work: () => Promise<T>,
): Promise<T> =>
  limitDisclosures(
    db,
    limitOf(config, 'LIMIT_TAKEN_NAMES_PER_DAY', userId),
    now,
    (error) => Promise.resolve(error instanceof Problem && error.code === 'NameTaken'),
    work,
  );
