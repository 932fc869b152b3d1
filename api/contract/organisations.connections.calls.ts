/** Operations on what organisations are connected to, without shapes; apart from the others, which the list of users carries. */
import type { Call } from './call.ts';

/** The login with the organisation's identity provider: none is added, none is on, users may use it, or have to. */
export const logInStates = ['none', 'off', 'optional', 'required'] as const;
export type LogInState = (typeof logInStates)[number];

export const organisationConnectionsCalls = {
  'Organisations.Connections': { method: 'GET', path: '/Organisations/Connections', who: 'subscriberAdmin' },
} as const satisfies Record<string, Call>;
