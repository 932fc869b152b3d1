/** Routes that list users: grid pages, counts, search, ids. Replies of any length come from `streams.ts`. */
import { sql, type SqlBool } from 'kysely';
import { PAGE_LIMIT } from '../../../api/contract/users.page.ts';
import type { Context } from '../../context.ts';
import { withCheck, cancelOnAbort } from '../../db/cancelOnAbort.ts';
import type { Queries } from '../../db/database.ts';
import { inScopeOf } from '../../db/target.ts';
import type { CallOf, Handlers } from '../../http/call.ts';
import { clientDisconnectSignal } from '../../http/clientDisconnectSignal.ts';
import { concurrencyLimiter } from '../../http/concurrencyLimiter.ts';
import { countFilters, countUsers } from './counts.ts';
import { isNarrowed } from './filters.ts';
import type { ReadCounts } from './keptCounts.ts';
import { findPage, rowsOf } from './page.ts';
import { summary } from './presenter.ts';
import { activeUserIds } from './rows.ts';
import { bestMatches, isSearch } from './search.ts';
import { userStreams } from './streams.ts';

const SEARCH_LIMIT = 50;
const DEFAULT_PAGE = 100;
/** Part of the pool that searches may hold, so that however many type, everybody else finds a connection. */
const SEARCH_SHARE = 1 / 3;
const SEARCH_QUEUE_MAX_WAIT_MS = 5000;

type Names = 'Users.All' | 'Users.Page' | 'Users.Counts' | 'Users.Search' | 'Users.ActiveUserIds' | 'Users.ClearLifeUserIds';

export function listRoutes(context: Context, readCounts: ReadCounts): Handlers<Names> {
  const { reads, config } = context;
  const limitSearches = concurrencyLimiter({
    parallel: Math.max(1, Math.floor(config.DATABASE_POOL * SEARCH_SHARE)),
    maxWaitMs: SEARCH_QUEUE_MAX_WAIT_MS,
  });
  const streams = userStreams(context);
  return {
    'Users.All': (call) => streams.everybody(call),

    'Users.Page': (call) => {
      if (call.query.format === 'csv') return streams.csvOf(call);
      return call.query.idsOnly ? streams.idsOf(call) : listPage(call);
    },

    'Users.Counts': async (call) =>
      isNarrowed(call.query)
        ? cancellable(call, (queries) => countFilters(queries, call.person, call.query, call.now))
        : (await readCounts(call)).people,

    'Users.Search': async ({ query, person, now, readAfter, reply }) => {
      const text = query.partialName;
      if (!isSearch(text)) return [];
      const search = () =>
        reads.read(readAfter, async (queries) => rowsOf(queries, await bestMatches(queries, person, text, SEARCH_LIMIT), now));
      const rows = await limitSearches(search, { signal: clientDisconnectSignal(reply) });
      return rows.map((row) => summary(row, now));
    },

    'Users.ActiveUserIds': async ({ query, person, now, readAfter }) => {
      const rows = await reads.read(readAfter, (queries) =>
        membersInScope(queries, person)
          .where(sql<SqlBool>`u.user_id IN (${activeUserIds(now)})`)
          .$if(!query.includeClearLifeUsers, (users) => users.where('o.house', '=', false))
          .execute(),
      );
      return rows.map((row) => row.user_id);
    },

    'Users.ClearLifeUserIds': async ({ person, readAfter }) => {
      const rows = await reads.read(readAfter, (queries) =>
        membersInScope(queries, person).where('o.house', '=', true).execute(),
      );
      return rows.map((row) => row.user_id);
    },
  };

  async function listPage(call: CallOf<'Users.Page'>) {
    const { query, person, now } = call;
    const window = { offset: query.offset ?? 0, limit: Math.min(query.limit ?? DEFAULT_PAGE, PAGE_LIMIT) };
    const needsCount = query.withTotal !== false && isNarrowed(query);
    const { rows, total } = await cancellable(call, async (queries) => {
      const page = await findPage(queries, person, query, window, now);
      return needsCount && page.total === undefined ? { ...page, total: await countUsers(queries, person, query, now) } : page;
    });
    const summaries = rows.map((row) => summary(row, now));
    if (query.withTotal === false) return { rows: summaries };
    return { rows: summaries, total: total ?? (await readCounts(call)).people[query.filter ?? 'all'] };
  }

  /** A search or a column's filter may scan all users: its statement is cancelled when the client disconnects, as with the next keystroke. */
  function cancellable<T>(
    { query, readAfter, reply }: CallOf<'Users.Page' | 'Users.Counts'>,
    work: (queries: Queries) => Promise<T>,
  ): Promise<T> {
    if (!isNarrowed(query)) return reads.read(readAfter, work);
    const signal = clientDisconnectSignal(reply);
    // In a transaction, because outside of one a pooler may run each statement on another backend.
    const search = () =>
      reads.transaction(readAfter, (tx, pool) => cancelOnAbort(pool, tx, signal, (check) => work(withCheck(tx, check))));
    return limitSearches(search, { signal });
  }

  function membersInScope(queries: Queries, person: CallOf<Names>['person']) {
    return queries
      .selectFrom('users as u')
      .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
      .select('u.user_id')
      .where(inScopeOf(person))
      .orderBy('u.user_name_key');
  }
}
