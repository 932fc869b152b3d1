/** Operations of the overview: numbers of users, logins, invitations and mails in scope, and what is unusual among the events. */
import { z } from 'zod';
import { callsOf, operations } from './endpoint.ts';
import { OrganisationReference } from './organisations.ts';
import { logInWays } from './overview.logIns.ts';
import { count, time } from './shape.ts';
import { userFilters } from './users.page.ts';

/** The page that an administrator sees after login. */
export const Home = z.enum(['users', 'overview']);

const Tried = z.object({ accepted: count, failed: count });
const TriedFrom = z.object({ start: time, ...Tried.shape });

/**
 * `subject`: the address, the account or the administrator; each kind is a filter of the audit report from `since` on. For `personalData`,
 * `events` are the rows that the subject was given in a day, and `others` those of the median of their days before.
 */
export const Unusual = z.object({
  kind: z.enum(['failuresFromAddress', 'failuresOnAccount', 'refusals', 'resets', 'accessChanges', 'personalData']),
  subject: z.string(),
  events: count,
  /** How many accounts, addresses or users they concern. */
  others: count,
  /** Set if the events all concern one organisation. */
  organisation: z.string().nullable(),
  since: time,
});
export type Unusual = z.infer<typeof Unusual>;

export const Overview = z.object({
  at: time,
  /** Number of users behind each filter of the users list. */
  people: z.record(z.enum(userFilters), count),
  /** Number of active users with MFA. */
  mfaOn: count,
  withPasskey: count,
  inviteExpiring: count,
  sessions: count,
  logIns: z.object({
    /**
     * The current hour and the 23 before, by the clock of the zone; the current day and the 29 before. `usual`: the median of both numbers
     * together at the same hour of the seven days before.
     */
    hours: z.array(TriedFrom.extend({ usual: count })),
    days: z.array(TriedFrom),
    /** Logins of `hours` by way. */
    ways: z.record(z.enum(logInWays), Tried),
  }),
  unusual: z.array(Unusual),
  /** Directories that have gone silent, or whose last requests were all refused. */
  directories: z.array(z.object({ ...OrganisationReference.shape, state: z.enum(['silent', 'failing']), since: time })),
  /** Domains whose proof is gone, or that another organisation has proven too. */
  domains: z.array(
    z.object({ ...OrganisationReference.shape, domain: z.string(), state: z.enum(['frozen', 'contested']), since: time }),
  ),
  /** Mails that wait to be sent; null for subscriber administrators. */
  mail: z.object({ waiting: count, oldest: time.nullable(), isLate: z.boolean() }).nullable(),
  home: Home,
});
export type Overview = z.infer<typeof Overview>;

export const overviewOperations = operations({
  'Overview.Read': {
    method: 'GET',
    path: '/Overview',
    who: 'subscriberAdmin',
    summary: 'Numbers of users, logins, invitations and mails in scope, and what is unusual',
    description:
      'Subscriber administrators get their own organisation, system administrators all. Each number is that of a view of `Users.Page` or of `Users.AuditReport`. Days and hours are those of `timeZone`, an IANA name such as `Europe/Berlin`; without it those of UTC. A login that needs a code counts as `password` once the password is accepted, and as `code` once the code is.',
    query: z.strictObject({ timeZone: z.string().max(64).optional() }),
    reply: Overview,
  },
  'Overview.SetHome': {
    method: 'PUT',
    path: '/Overview/Home/{home}',
    who: 'subscriberAdmin',
    withoutStepUp: 'noCredential',
    effects: [],
    summary: 'Whether a login leads to the users list or to the overview',
    params: z.strictObject({ home: Home }),
    reply: Home,
  },
});

export const overviewCalls = callsOf(overviewOperations);
