/** Operations of an organisation's domains of e-mail addresses, which it proves by a TXT record. */
import { z } from 'zod';
import { callsOf, operations } from './endpoint.ts';
import { domainName } from './rules/email.ts';
import { id, text, time } from './shape.ts';

/**
 * What an organisation can make of a domain. The proof is a TXT record in DNS.
 * - `unproven`: the organisation claims the domain, and its proof has not been found yet.
 * - `verified`: the domain is proven; accounts are linked and made by its addresses.
 * - `waiting`: the domain is proven, but another organisation proved it first and still has it.
 * - `contested`: the organisation has the domain, and another organisation has proven it too.
 * - `frozen`: the organisation has the domain, but its proof has not been found for a week.
 *
 * While a domain is `contested` or `frozen`, linked accounts can still log in, and no account is linked or made.
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

const byOrganisation = z.strictObject({ organisationPublicId: id });
const byDomain = byOrganisation.extend({ domainId: id });

const DomainFound = z.object({
  result: z.enum(domainResults),
  /** The names that were looked up, in order. `error`: a DNS code, such as `SERVFAIL`. */
  looked: z.array(z.object({ name: z.string(), values: z.array(z.string()), error: z.string().nullable() })),
});
export type DomainFound = z.infer<typeof DomainFound>;

const Domain = z.object({
  domainId: id,
  domain: z.string(),
  state: z.enum(domainStates),
  /** Since when the domain is `frozen` or `contested`, or, for `waiting`, since when it is proven. */
  since: time.nullable(),
  /** When a `verified` domain whose proof is absent freezes, or when a `waiting` one moves at the earliest. */
  until: time.nullable(),
  /** The TXT record that proves it. */
  record: z.object({ name: z.string(), value: z.string() }),
  createdAt: time,
  checkedAt: time.nullable(),
  /** Result of the last check. */
  found: DomainFound.nullable(),
});
export type Domain = z.infer<typeof Domain>;

export const domainsOperations = operations({
  'Domains.List': {
    method: 'GET',
    path: '/Domains/{organisationPublicId}',
    who: 'subscriberAdmin',
    summary: 'The domains that the organisation has proven or claims',
    params: byOrganisation,
    reply: z.array(Domain),
  },
  'Domains.Add': {
    method: 'POST',
    path: '/Domains/{organisationPublicId}',
    who: 'subscriberAdmin',
    stepUp: true,
    effects: [],
    summary: 'Claim a domain; the reply says which TXT record proves it',
    description: 'Addresses of exactly this domain, not of those below it.',
    params: byOrganisation,
    body: z.strictObject({ domain: text(domainName) }),
    reply: Domain,
    status: 201,
    problems: ['DomainTaken', 'TooManyDomains'],
  },
  'Domains.Verify': {
    method: 'POST',
    path: '/Domains/Verify/{organisationPublicId}/{domainId}',
    who: 'subscriberAdmin',
    stepUp: true,
    effects: [],
    summary: 'Look for the TXT record now',
    description:
      'If another organisation has the domain, it becomes `waiting` here and `contested` there: neither gets new links. After a week it moves here if the record of the other organisation is gone by then.',
    params: byDomain,
    reply: Domain,
  },
  'Domains.Delete': {
    method: 'DELETE',
    path: '/Domains/{organisationPublicId}/{domainId}',
    who: 'subscriberAdmin',
    stepUp: true,
    effects: [],
    summary: 'Give a domain up: no account is linked or made by its addresses any more',
    params: byDomain,
  },
});

export const domainsCalls = callsOf(domainsOperations);
