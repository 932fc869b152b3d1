/** Shapes of an organisation's domains of e-mail addresses. */
import { z } from 'zod';
import { domainResults, domainsCalls, domainStates } from './domains.calls.ts';
import { operations } from './endpoint.ts';
import { domainName } from './rules/email.ts';
import { id, text, time } from './shape.ts';

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

export const domainsOperations = operations(domainsCalls, {
  'Domains.List': {
    summary: 'The domains that the organisation has proven or claims',
    params: byOrganisation,
    reply: z.array(Domain),
  },
  'Domains.Add': {
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
    effects: [],
    summary: 'Look for the TXT record now',
    description:
      'A domain that another organisation has proven is frozen for both, and moves after a week if the other record is gone by then.',
    params: byDomain,
    reply: Domain,
  },
  'Domains.Delete': {
    effects: [],
    summary: 'Give a domain up: no account is linked or made by its addresses any more',
    params: byDomain,
  },
});
