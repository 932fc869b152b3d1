/**
 * Reads the users of a bulk. The rows of selected ones may not be loaded: they are read by page from the list of origin, the rest one
 * by one.
 */
import { usersApi } from '@api/client/users.api.ts';
import { PAGE_LIMIT } from '@api/contract/users.page.ts';
import type { ArgsOf, ReplyOf } from '@api/contract/index.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { put, type Saga } from '../../saga/effects.ts';
import { request } from '../../saga/request.ts';
import { allSelected, type ListArgs, type Selection } from './selection.slice.ts';

export interface Found {
  readonly people: readonly UserSummary[];
  /** Ids that no longer exist. */
  readonly gone: readonly string[];
}

/** Up to this many users are read one by one instead of by page. */
const MAX_SINGLE_READS = 5;

function* readPage(args: ArgsOf<'Users.Page'>): Saga<ReplyOf<'Users.Page'> | null> {
  const call = usersApi.endpoints.fetchUsersPage.initiate(args, { forceRefetch: true });
  const read = yield* request(call);
  return read.ok ? read.value : null;
}

/** Finds the selected users in order of selection; null if a request failed, which the alert bar shows. */
export function* findPeople({ ids, rows, origin }: Selection, onRead: (read: number) => Saga): Saga<Found | null> {
  const known = new Map(Object.entries(rows));
  const missing = new Set(ids.filter((id) => !known.has(id)));
  const addRows = (found: readonly UserSummary[]) => {
    for (const user of found) if (missing.delete(user.userId)) known.set(user.userId, user);
  };
  yield* onRead(ids.length - missing.size);
  if (origin && missing.size > MAX_SINGLE_READS) {
    for (let offset = origin.offset, isLast = false; !isLast && missing.size > 0; offset += PAGE_LIMIT) {
      const reply = yield* readPage({ ...origin.list, offset, limit: PAGE_LIMIT, withTotal: false });
      if (!reply) return null;
      const { rows: read = [] } = reply;
      isLast = read.length < PAGE_LIMIT;
      addRows(read);
      yield* onRead(ids.length - missing.size);
    }
  }
  // No longer in that list: changed since they were selected, or deleted.
  for (const id of [...missing]) {
    const reply = yield* readPage({ search: id, limit: 1, withTotal: false });
    if (!reply) return null;
    addRows(reply.rows ?? []);
  }
  return { people: ids.flatMap((id) => known.get(id) ?? []), gone: [...missing] };
}

/** Selects everyone in a list. @returns how many; null if the request failed, which the alert bar shows */
export function* selectList(list: ListArgs): Saga<number | null> {
  const reply = yield* readPage({ ...list, idsOnly: true });
  if (!reply) return null;
  const ids = reply.userIds ?? [];
  yield* put(allSelected({ ids, list }));
  return ids.length;
}
