/** Routes of the directory sync: run one, and read when the last one ran. */
import type { Context } from '../context.ts';
import type { Handlers } from '../http/call.ts';
import type { CloseAccess } from './apply.ts';
import { sync } from './service.ts';

export const syncRoutes = (context: Context, closeAccess: CloseAccess): Handlers<'Users.Sync' | 'Users.LastSync'> => ({
  'Users.Sync': (call) => sync(context, call, closeAccess),

  'Users.LastSync': async () => {
    const last = await context.db.selectFrom('sync_runs').selectAll().orderBy('at', 'desc').limit(1).executeTakeFirst();
    return { lastSync: last ? { ...last, at: last.at.toISOString() } : null };
  },
});
