/** Liveness checks nothing; readiness checks the database. */
import type { healthCalls } from '../../api/contract/health.calls.ts';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Handlers } from '../http/call.ts';

export const healthRoutes = ({ db }: Context): Handlers<keyof typeof healthCalls> => ({
  'Health.Live': () => Promise.resolve({ status: 'live' }),
  'Health.Ready': async () => {
    await sql`SELECT 1`.execute(db);
    return { status: 'ready' };
  },
});
