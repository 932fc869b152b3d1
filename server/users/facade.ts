/** The interface of the users module for other modules; passed to them in `app.ts`. */
import type { Readable } from 'node:stream';
import { sql, type SqlBool } from 'kysely';
import { isAdmin, type Person } from '../../api/contract/person.ts';
import type { OperationName } from '../../api/contract/index.ts';
import type { Target } from '../../api/contract/users.policy.ts';
import type { Context } from '../context.ts';
import { openRowStream } from '../export/rowStream.ts';
import { jsonStream } from '../export/fileStream.ts';
import type { CallOf } from '../http/call.ts';
import { keptCounts } from './read/keptCounts.ts';
import { summary } from './read/presenter.ts';
import { findDetail } from '../actions/repository.ts';
import { asTarget, inScopeOf } from '../db/target.ts';
import { hasUserName, selectSummaries, type SummaryRow } from './read/rows.ts';
import { lockForApproval } from '../actions/approved.ts';
import { performAction, performActionIn, type Action, type KeyedActionCall } from '../actions/perform.ts';

export function usersFacade(context: Context) {
  const { db, reads, clock } = context;
  return {
    performAction: (call: KeyedActionCall, action: Action) => performAction(context, call, action),

    performActionIn,

    lockForApproval,

    readCounts: keptCounts(reads),

    /** Finds a user; users without an administrative role see only themselves. */
    async find(actor: Person, userName: string): Promise<(Target & { userName: string }) | undefined> {
      const inScope = isAdmin(actor) ? inScopeOf(actor) : sql<SqlBool>`false`;
      const visible = sql<SqlBool>`${hasUserName(userName)} AND (u.user_id = ${actor.userId} OR ${inScope})`;
      const row = await findDetail(db, visible, clock.now());
      return row && { ...asTarget(row), userName: row.user_name ?? row.email };
    },

    /** All users in the caller's scope with a role, by user name, as a JSON array stream. */
    async inRole(
      call: Pick<CallOf<OperationName>, 'name' | 'locale' | 'person' | 'session' | 'origin' | 'now' | 'readAfter'>,
      roleName: string,
      organisationId: string | undefined,
    ): Promise<Readable> {
      const { person, origin, now, readAfter } = call;
      const holds = sql<SqlBool>`(${inScopeOf(person)} AND u.roles @> ${[roleName]}::text[]
        AND (${organisationId ?? null}::uuid IS NULL OR u.organisation_id = ${organisationId ?? null}))`;
      const { people } = await reads.read(readAfter, (queries) =>
        queries
          .selectFrom('users as u')
          .select((select) => select.fn.countAll<number>().as('people'))
          .where(holds)
          .executeTakeFirstOrThrow(),
      );
      await context.personalData.take(call, people);
      const query = selectSummaries(db, now).where(holds).orderBy('u.user_name_key');
      const rows = await reads.on(readAfter, ({ pool, verify }) =>
        openRowStream<SummaryRow>(pool, query, { reader: { userName: origin.actor, limits: context.config }, verify }),
      );
      return jsonStream(rows, (row) => summary(row, now));
    },
  };
}
