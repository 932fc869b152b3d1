/** Liveness checks nothing; readiness tries a write. */
import type { healthCalls } from '../../api/contract/health.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../http/call.ts';

export const healthRoutes = ({ readiness }: Context): Handlers<keyof typeof healthCalls> => ({
  'Health.Live': () => Promise.resolve({ status: 'live' }),
  'Health.Ready': async () => {
    const missing = await readiness.check();
    return { status: 'ready', ...(missing.length > 0 && { missing: [...missing] }) };
  },
});
