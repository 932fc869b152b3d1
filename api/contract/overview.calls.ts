/** Operations of the overview, without shapes. */
import type { Call } from './call.ts';

export const overviewCalls = {
  'Overview.Read': { method: 'GET', path: '/Overview', who: 'subscriberAdmin', query: ['timeZone'] },
  'Overview.SetHome': {
    method: 'PUT',
    path: '/Overview/Home/{home}',
    who: 'subscriberAdmin',
    withoutStepUp: 'noCredential',
  },
} as const satisfies Record<string, Call>;
