/** Reads the people that are ticked, whose rows may never have been on screen: page by page where they were chosen, the rest one by one. */
import { usersApi } from '@api/client/users.api.ts';
import { PAGE_LIMIT } from '@api/contract/users.page.ts';
import type { ArgsOf, ReplyOf } from '@api/contract/index.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import type { Saga } from '../../saga/effects.ts';
import { request } from '../../saga/request.ts';
import { runAsTask } from './runAsTask.ts';
import type { Selection } from './selection.slice.ts';

interface Found {
  readonly people: readonly UserSummary[];
  /** Ids that nobody has any longer. */
  readonly gone: readonly string[];
}

/** So few are sooner looked up by themselves than found by turning pages. */
const MAX_SINGLE_READS = 5;

function* page(args: ArgsOf<'Users.Page'>): Saga<ReplyOf<'Users.Page'> | null> {
  const asking = usersApi.endpoints.fetchUsersPage.initiate(args, { forceRefetch: true });
  const read = yield* runAsTask(request(asking));
  return read.ok ? read.value : null;
}

/** In the order of ticking; null where they could not be had, which the alert bar tells. */
export function* findPeople({ ids, rows, origin }: Selection, onRead: (read: number) => Saga): Saga<Found | null> {
  const known = new Map(Object.entries(rows));
  const missing = new Set(ids.filter((id) => !known.has(id)));
  const take = (found: readonly UserSummary[]) => {
    for (const user of found) if (missing.delete(user.userId)) known.set(user.userId, user);
  };
  yield* onRead(ids.length - missing.size);
  if (origin && missing.size > MAX_SINGLE_READS) {
    for (let offset = origin.offset, total = Infinity; offset < total && missing.size > 0; offset += PAGE_LIMIT) {
      const reply = yield* page({ ...origin.list, offset, limit: PAGE_LIMIT });
      if (!reply) return null;
      total = reply.total;
      take(reply.rows ?? []);
      yield* onRead(ids.length - missing.size);
    }
  }
  // Whoever no longer matches there: changed since they were chosen, or gone.
  for (const id of [...missing]) {
    const reply = yield* page({ search: id, limit: 1 });
    if (!reply) return null;
    take(reply.rows ?? []);
  }
  return { people: ids.flatMap((id) => known.get(id) ?? []), gone: [...missing] };
}
