/** The calls of people. */
import { sql, type SqlBool } from 'kysely';
import { isAdmin, type Person } from '../../api/contract/person.ts';
import { mayUnlock } from '../../api/contract/users.policy.ts';
import type { Context } from '../context.ts';
import type { Room } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import { listCalls } from './users.lists.ts';
import { detail } from './users.presenter.ts';
import { findDetail, unlock } from './users.repository.ts';
import { inScopeOf, isNamed } from './users.rows.ts';
import { selfOf } from './users.self.ts';
import { act } from './users.service.ts';

type Names = keyof ReturnType<typeof listCalls> | 'Users.Self' | 'Users.User' | 'Users.Unlock';

export function usersRoutes(context: Context): Room<Names> {
  const { db } = context;
  return {
    ...listCalls(context),

    'Users.Self': async ({ person, session, now }) => selfOf(db, person, session, now),

    'Users.User': async ({ params, person, now }) => {
      const visible = sql<SqlBool>`(${isNamed(params.userName)}) AND (u.user_id = ${person.userId} OR (${inScopeForReading(person)}))`;
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
const inScopeForReading = (person: Person) => (isAdmin(person) ? inScopeOf(person) : sql<SqlBool>`false`);
