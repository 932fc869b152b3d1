/** The calls of people. */
import { sql, type SqlBool } from 'kysely';
import { mayUnlock } from '../../api/contract/users.policy.ts';
import { PAGE_LIMIT } from '../../api/contract/users.page.ts';
import type { Context } from '../context.ts';
import type { Room } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import { detail, summary } from './users.presenter.ts';
import { countFilters, countMatching, findDetail, findIds, findPage, searchPeople, unlock } from './users.repository.ts';
import { inScopeOf, isNamed } from './users.rows.ts';
import { selfOf } from './users.self.ts';
import { act } from './users.service.ts';

const SEARCH_LIMIT = 50;
const DEFAULT_PAGE = 100;

type Names = 'Users.Page' | 'Users.Counts' | 'Users.Search' | 'Users.Self' | 'Users.User' | 'Users.Unlock';

export function usersRoutes(context: Context): Room<Names> {
  const { db } = context;
  return {
    'Users.Page': async ({ query, person, now }) => {
      if (query.idsOnly) {
        const userIds = await findIds(db, person, query, now);
        return { userIds, total: userIds.length };
      }
      const page = { offset: query.offset ?? 0, limit: Math.min(query.limit ?? DEFAULT_PAGE, PAGE_LIMIT) };
      const [rows, total] = await Promise.all([findPage(db, person, query, page, now), countMatching(db, person, query, now)]);
      return { rows: rows.map((row) => summary(row, now)), total };
    },

    'Users.Counts': async ({ query, person, now }) => countFilters(db, person, query.search, now),

    'Users.Search': async ({ query, person, now }) => {
      const text = query.partialName.trim();
      if (text === '') return [];
      return (await searchPeople(db, person, text, now, SEARCH_LIMIT)).map((row) => summary(row, now));
    },

    'Users.Self': async ({ person, session, now }) => selfOf(db, person, session, now),

    'Users.User': async ({ params, person, now }) => {
      const isSelf = sql<SqlBool>`u.user_id = ${person.userId}`;
      const visible = sql<SqlBool>`(${isNamed(params.userName)}) AND (${isSelf} OR (${inScopeForReading(person)}))`;
      const row = await findDetail(db, visible, now);
      if (!row) throw problem('NotFound');
      return detail(row, now);
    },

    'Users.Unlock': (call) =>
      act(context, call, {
        may: mayUnlock,
        change: async (tx, target) =>
          (await unlock(tx, target.user_id, call.now)) ? { failedSignIns: target.failed_sign_ins } : undefined,
      }),
  };
}

/** An ordinary person reads nobody else. */
const inScopeForReading = (person: Parameters<typeof inScopeOf>[0]) =>
  person.roles.some((role) => role === 'SubscriberAdministration' || role === 'SystemAdministration')
    ? inScopeOf(person)
    : sql<SqlBool>`false`;
