/**
 * The counts of all users that an administrator sees. Counts of many users are kept in memory, and served while they are renewed.
 */
import { isSystemAdmin, type Person } from '../../../api/contract/person.ts';
import { MINUTE } from '../../clock.ts';
import type { ReadAfter, Reads } from '../../db/reads.ts';
import { countAll, type UserCounts } from './counts.ts';

/** Up to this number, counting takes some ten milliseconds and is always done anew. */
const MAX_LIVE_USERS = 50_000;
/** Older counts are not served. */
const MAX_AGE_MS = MINUTE;

interface CountsCall {
  readonly person: Person;
  readonly now: Date;
  readonly readAfter: ReadAfter;
}

export type ReadCounts = (call: CountsCall) => Promise<UserCounts>;

export function keptCounts(reads: Reads): ReadCounts {
  const kept = new Map<string, { readonly counts: UserCounts; readonly at: Date }>();
  const counting = new Set<string>();

  async function count(scope: string, { person, now, readAfter }: CountsCall): Promise<UserCounts> {
    const counts = await reads.read(readAfter, (queries) => countAll(queries, person, now));
    if (counts.people.all > MAX_LIVE_USERS) kept.set(scope, { counts, at: now });
    else kept.delete(scope);
    return counts;
  }

  return (call) => {
    const scope = isSystemAdmin(call.person) ? 'all' : call.person.organisationId;
    const last = kept.get(scope);
    if (!last || Math.abs(call.now.getTime() - last.at.getTime()) > MAX_AGE_MS) return count(scope, call);
    if (!counting.has(scope)) {
      counting.add(scope);
      // After a failure the kept counts are served until they are too old.
      void count(scope, call)
        .catch(() => undefined)
        .finally(() => counting.delete(scope));
    }
    return Promise.resolve(last.counts);
  };
}
