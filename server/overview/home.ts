/** The page that an administrator sees after login, unless it has a return address. */
import type { z } from 'zod';
import type { Home as HomeShape } from '../../api/contract/overview.ts';
import { setPreferences } from '../accounts/preferences.ts';
import { appendAuditEvent } from '../audit/append.ts';
import { transaction, type Db, type Queries } from '../db/database.ts';
import type { CallOf } from '../http/call.ts';

type Home = z.infer<typeof HomeShape>;

export async function findHome(queries: Queries, userId: string): Promise<Home> {
  const row = await queries.selectFrom('users').select('opens_overview').where('user_id', '=', userId).executeTakeFirstOrThrow();
  return row.opens_overview ? 'overview' : 'users';
}

export async function setHome(db: Db, { name, params: { home }, person, origin }: CallOf<'Overview.SetHome'>): Promise<Home> {
  const opensOverview = home === 'overview';
  await transaction(db, async (tx) => {
    if (await setPreferences(tx, person.userId, { opens_overview: opensOverview }))
      await appendAuditEvent(tx, origin, {
        action: name,
        target: person.userName,
        targetUserId: person.userId,
        details: { home },
      });
  });
  return home;
}
