/** Routes that list users: grid pages, counts, search, all users, ids. */
import type { Readable } from 'node:stream';
import { sql, type Compilable, type SqlBool } from 'kysely';
import { BOM, csvLine } from '../../../api/contract/csv.ts';
import { PAGE_LIMIT } from '../../../api/contract/users.page.ts';
import type { Context } from '../../context.ts';
import type { Queries } from '../../db/database.ts';
import type { ReadAfter } from '../../db/reads.ts';
import { appendAuditEvent, type AuditOrigin } from '../../audit/append.ts';
import { openRowStream, type RowStream } from '../../export/rowStream.ts';
import { withCheck, cancelOnAbort } from '../../db/cancelOnAbort.ts';
import type { CallOf, Handlers } from '../../http/call.ts';
import { attachFile, jsonStream, textStream } from '../../export/fileStream.ts';
import { clientDisconnectSignal } from '../../http/clientDisconnectSignal.ts';
import { concurrencyLimiter } from '../../http/concurrencyLimiter.ts';
import { userTable } from './export.ts';
import { fingerprint, matchesTag } from './fingerprint.ts';
import { allIds, allRecords, allRows, findPage, rowsOf } from './pages.ts';
import { summary } from './presenter.ts';
import { inScopeOf } from '../../db/scope.ts';
import { isNarrowed, type View } from './filters.ts';
import { activeUserIds } from './rows.ts';
import { bestMatches, isSearch } from './search.ts';
import { countFilters, countUsers } from './counts.ts';
import type { ReadCounts } from './keptCounts.ts';

const SEARCH_LIMIT = 50;
const DEFAULT_PAGE = 100;
/** Part of the pool that searches may hold, so that however many type, everybody else finds a connection. */
const SEARCH_SHARE = 1 / 3;
const SEARCH_QUEUE_MAX_WAIT_MS = 5000;
const JSON_TYPE = 'application/json; charset=utf-8';

type Names = 'Users.All' | 'Users.Page' | 'Users.Counts' | 'Users.Search' | 'Users.ActiveUserIds' | 'Users.ClearLifeUserIds';

export function listRoutes(context: Context, readCounts: ReadCounts): Handlers<Names> {
  const { db, reads, config } = context;
  const limitSearches = concurrencyLimiter({
    parallel: Math.max(1, Math.floor(config.DATABASE_POOL * SEARCH_SHARE)),
    maxWaitMs: SEARCH_QUEUE_MAX_WAIT_MS,
  });
  return {
    'Users.All': async (call) => {
      const { person, origin, now, readAfter, request, reply } = call;
      // The rows may be newer than the tag, which costs another request, but never older.
      const { tag, readUntil } = await reads.read(readAfter, async (queries) => ({
        tag: await fingerprint(queries, person, now),
        readUntil: await reads.seenBy(queries),
      }));
      void reply.header('etag', tag);
      // A 304 gives no data: the caller's rows were recorded when they were read.
      if (matchesTag(request.headers['if-none-match'], tag)) {
        void reply.code(304);
        return [];
      }
      await takeMatching(call, {});
      const rows = await stream(readUntil, origin, allRows(db, person, {}, now));
      const content = await recorded(
        call,
        jsonStream(rows, (row) => summary(row, now)),
        { format: 'json' },
      );
      void reply.type(JSON_TYPE);
      return content;
    },

    'Users.Page': async (call) => {
      const { query, person, origin, now, readAfter, reply } = call;
      if (query.format === 'csv') return exportCsv(call);
      if (query.idsOnly) {
        await takeMatching(call, query);
        const rows = await stream(readAfter, origin, allIds(db, person, query, now));
        void reply.type(JSON_TYPE);
        const wrapper = { before: '{"userIds":', after: (count: number) => `,"total":${count}}` };
        return jsonStream(rows, (row) => row.user_id, wrapper);
      }
      const window = { offset: query.offset ?? 0, limit: Math.min(query.limit ?? DEFAULT_PAGE, PAGE_LIMIT) };
      const needsCount = query.withTotal !== false && isNarrowed(query);
      const { rows, total } = await cancellable(call, async (queries) => {
        const page = await findPage(queries, person, query, window, now);
        return needsCount && page.total === undefined ? { ...page, total: await countUsers(queries, person, query, now) } : page;
      });
      const summaries = rows.map((row) => summary(row, now));
      if (query.withTotal === false) return { rows: summaries };
      return { rows: summaries, total: total ?? (await readCounts(call)).people[query.filter ?? 'all'] };
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

  /** Counts the matching users as personal data given. */
  async function takeMatching(call: CallOf<'Users.All' | 'Users.Page'>, view: View): Promise<void> {
    const { person, readAfter, now } = call;
    await context.personalData.take(call, await reads.read(readAfter, (queries) => countUsers(queries, person, view, now)));
  }

  function stream<Row>(readAfter: ReadAfter, { actor }: AuditOrigin, query: Compilable<Row>): Promise<RowStream<Row>> {
    return reads.on(readAfter, ({ pool, verify }) => openRowStream(pool, query, { userName: actor, verify }));
  }

  function membersInScope(queries: Queries, person: CallOf<Names>['person']) {
    return queries
      .selectFrom('users as u')
      .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
      .select('u.user_id')
      .where(inScopeOf(person))
      .orderBy('u.user_name_key');
  }

  /** Records in the audit, before the first byte is sent, that personal data of many users leave the system. */
  async function recorded(call: CallOf<'Users.All' | 'Users.Page'>, content: Readable, details: object): Promise<Readable> {
    try {
      await appendAuditEvent(db, call.origin, { action: call.name, details: { ...details } });
      return content;
    } catch (error) {
      content.destroy();
      throw error;
    }
  }

  async function exportCsv(call: CallOf<'Users.Page'>) {
    const { query, person, origin, now, readAfter, reply } = call;
    const { filter, search, where, columns, delimiter } = query;
    await takeMatching(call, query);
    const { header, record: line } = userTable(context.phrases, call.locale, now, { columns, delimiter });
    const rows = await stream(readAfter, origin, allRecords(db, person, query, line, now));
    const file = textStream(rows, { head: BOM + csvLine(header, delimiter), write: (row) => row.line });
    const content = await recorded(call, file, { format: 'csv', filter, search, where, columns });
    attachFile(reply, `users-${now.toISOString().slice(0, 10)}.csv`, 'text/csv');
    return content;
  }
}
