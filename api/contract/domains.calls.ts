/** Operations of an organisation's domains of e-mail addresses, which it proves by a TXT record; without shapes. */
import type { Call } from './call.ts';

/**
 * `waiting`: proven, while another organisation holds it. `contested`: held, while another one has proven it. `frozen`: the proof has been
 * gone for a week. In the last two, existing links go on and none is added.
 */
export const domainStates = ['unproven', 'waiting', 'verified', 'contested', 'frozen'] as const;
export type DomainState = (typeof domainStates)[number];

/**
 * What a check found. `otherValue`: other values at the right name. `doubledZone`: our value at the name with the zone appended
 * once more, as consoles do that expect a name below the zone. `atDomain`: our value at the domain itself. `noAnswer`: DNS failed,
 * which proves nothing.
 */
export const domainResults = ['found', 'absent', 'otherValue', 'doubledZone', 'atDomain', 'noAnswer'] as const;
export type DomainResult = (typeof domainResults)[number];

export const domainsCalls = {
  'Domains.List': { method: 'GET', path: '/Domains/{organisationPublicId}', who: 'subscriberAdmin' },
  'Domains.Add': {
    method: 'POST',
    path: '/Domains/{organisationPublicId}',
    who: 'subscriberAdmin',
    stepUp: true,
    body: 'json',
  },
  'Domains.Verify': {
    method: 'POST',
    path: '/Domains/Verify/{organisationPublicId}/{domainId}',
    who: 'subscriberAdmin',
    stepUp: true,
  },
  'Domains.Delete': {
    method: 'DELETE',
    path: '/Domains/{organisationPublicId}/{domainId}',
    who: 'subscriberAdmin',
    stepUp: true,
  },
} as const satisfies Record<string, Call>;
