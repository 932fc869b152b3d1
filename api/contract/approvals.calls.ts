/**
 * Operations of the requests that wait for another administrator; without shapes. API keys cannot decide, as they are no second
 * person.
 */
import type { Call } from './call.ts';

/** Calls that their requester repeats once they are approved, as the reply is for them; the server carries out the others at once. */
export const repeatedActions = ['Users.Impersonate', 'Users.Erase', 'Mfa.RecoveryFor', 'Provisioning.NewKey'] as const;

export const approvalsCalls = {
  'Approvals.List': { method: 'GET', path: '/Approvals', who: 'subscriberAdmin' },
  'Approvals.Count': { method: 'GET', path: '/Approvals/Count', who: 'subscriberAdmin' },
  'Approvals.Approve': {
    method: 'POST',
    path: '/Approvals/{requestId}/Approve',
    who: 'subscriberAdmin',
    ownCredentials: 'change',
    stepUp: true,
  },
  'Approvals.Refuse': {
    method: 'POST',
    path: '/Approvals/{requestId}/Refuse',
    who: 'subscriberAdmin',
    ownCredentials: 'change',
    withoutStepUp: 'noCredential',
  },
  'Approvals.Withdraw': {
    method: 'POST',
    path: '/Approvals/{requestId}/Withdraw',
    who: 'subscriberAdmin',
    withoutStepUp: 'noCredential',
  },
} as const satisfies Record<string, Call>;
