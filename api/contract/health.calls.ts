/** The calls by which a supervisor asks whether the process lives and can serve. */
import type { Call } from './call.ts';

export const healthCalls = {
  'Health.Live': { method: 'GET', path: '/Health/Live', who: 'anyone' },
  'Health.Ready': { method: 'GET', path: '/Health/Ready', who: 'anyone' },
} as const satisfies Record<string, Call>;
