/** Streams users from a cursor, however many: everybody in scope, the ids of a view, a view as CSV. */
import type { Compilable, RawBuilder } from 'kysely';
import { BOM, csvLine } from '../../../api/contract/csv.ts';
import type { Person } from '../../../api/contract/person.ts';
import type { AuditOrigin } from '../../audit/append.ts';
import type { Context } from '../../context.ts';
import type { Queries } from '../../db/database.ts';
import type { ReadAfter } from '../../db/reads.ts';
import { attachFile, jsonStream, textStream } from '../../export/fileStream.ts';
import { openRowStream, type RowStream } from '../../export/rowStream.ts';
import type { CallOf } from '../../http/call.ts';
import { countUsers } from './counts.ts';
import { userTable } from './export.ts';
import { all, conditionsOf, type View } from './filters.ts';
import { fingerprint, matchesTag } from './fingerprint.ts';
import type { SortedView } from './page.ts';
import { summary } from './presenter.ts';
import { selectSummaries, selectUsers } from './rows.ts';
import { orderBy, sortTerms } from './sorts.ts';

type Call = CallOf<'Users.All' | 'Users.Page'>;

const JSON_TYPE = 'application/json; charset=utf-8';

export function userStreams(context: Context) {
  const { db, reads } = context;
  return { everybody, idsOf, csvOf };

  async function everybody(call: CallOf<'Users.All'>) {
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
    await countAsPersonalData(call, {});
    const rows = await stream(readUntil, origin, allRows(db, person, {}, now));
    void reply.type(JSON_TYPE);
    return jsonStream(rows, (row) => summary(row, now));
  }

  async function idsOf(call: CallOf<'Users.Page'>) {
    const { query, person, origin, now, readAfter, reply } = call;
    await countAsPersonalData(call, query);
    const rows = await stream(readAfter, origin, allIds(db, person, query, now));
    void reply.type(JSON_TYPE);
    const wrapper = { before: '{"userIds":', after: (count: number) => `,"total":${count}}` };
    return jsonStream(rows, (row) => row.user_id, wrapper);
  }

  async function csvOf(call: CallOf<'Users.Page'>) {
    const { query, person, origin, now, readAfter, reply } = call;
    const { columns, delimiter } = query;
    await countAsPersonalData(call, query);
    const { header, record } = userTable(context.phrases, call.locale, now, { columns, delimiter });
    const rows = await stream(readAfter, origin, allRecords(db, person, query, record, now));
    attachFile(reply, `users-${now.toISOString().slice(0, 10)}.csv`, 'text/csv');
    return textStream(rows, { head: BOM + csvLine(header, delimiter), write: (row) => row.line });
  }

  /** Counts the users of the view as personal data that the caller gets. @throws PersonalDataLimit */
  async function countAsPersonalData(call: Call, view: View): Promise<void> {
    const { person, readAfter, now } = call;
    await context.personalData.take(call, await reads.read(readAfter, (queries) => countUsers(queries, person, view, now)));
  }

  function stream<Row>(readAfter: ReadAfter, { actor }: AuditOrigin, query: Compilable<Row>): Promise<RowStream<Row>> {
    return reads.on(readAfter, ({ pool, verify }) =>
      openRowStream(pool, query, { reader: { userName: actor, limits: context.config }, verify }),
    );
  }
}

const allRows = (queries: Queries, actor: Person, view: SortedView, now: Date) =>
  selectSummaries(queries, now)
    .where(all(conditionsOf(actor, view, now)))
    .orderBy(orderBy(sortTerms(view, now)));

const allRecords = (queries: Queries, actor: Person, view: SortedView, record: RawBuilder<string>, now: Date) =>
  selectUsers(queries)
    .select(record.as('line'))
    .where(all(conditionsOf(actor, view, now)))
    .orderBy(orderBy(sortTerms(view, now)));

const allIds = (queries: Queries, actor: Person, view: SortedView, now: Date) =>
  queries
    .selectFrom('users as u')
    .innerJoin('organisations as o', 'o.organisation_id', 'u.organisation_id')
    .select('u.user_id')
    .where(all(conditionsOf(actor, view, now)))
    .orderBy(orderBy(sortTerms(view, now)));
