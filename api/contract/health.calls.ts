/** Liveness and readiness operations, without shapes. */
import type { Call } from './call.ts';

export const healthCalls = {
  'Health.Live': { method: 'GET', path: '/Health/Live', who: 'anyone' },
  'Health.Ready': { method: 'GET', path: '/Health/Ready', who: 'anyone' },
} as const satisfies Record<string, Call>;
