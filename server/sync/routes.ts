/** Routes of the directory sync: run one, and read when the last one ran. */
import type { Context } from '../context.ts';
import type { Handlers } from '../http/call.ts';
import { sync } from './service.ts';

export const syncRoutes = (context: Context): Handlers<'Users.Sync' | 'Users.LastSync'> => ({
  'Users.Sync': (call) => sync(context, call),

  'Users.LastSync': async () => {
    const last = await context.db.selectFrom('sync_runs').selectAll().orderBy('at', 'desc').limit(1).executeTakeFirst();
    return { lastSync: last ? { ...last, at: last.at.toISOString() } : null };
  },
});
