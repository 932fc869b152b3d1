/** Routes of the overview. */
import type { Overview, overviewCalls } from '../../api/contract/overview.ts';
import { isSystemAdmin, type Person } from '../../api/contract/person.ts';
import type { Context } from '../context.ts';
import type { Queries } from '../db/database.ts';
import type { CallOf, Handlers } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import { findHome, setHome } from './home.ts';
import { countLogIns, type CountEventsByTime } from './logIns.ts';
import { findWaitingMail } from './mail.ts';
import { readFindings } from './findings.ts';
import { isTimeZone } from '../timeZone.ts';
import { edgesOf } from './edges.ts';

/** Dependencies that other modules offer; passed in `app.ts`. */
interface OverviewCounters {
  readonly readCounts: (
    call: CallOf<'Overview.Read'>,
  ) => Promise<Pick<Overview, 'people' | 'mfaOn' | 'withPasskey' | 'inviteExpiring' | 'sessions'>>;
  /** Finds directories in trouble, in the caller's scope. */
  readonly findDirectories: (queries: Queries, actor: Person, now: Date) => Promise<Overview['directories']>;
  readonly findDomains: (queries: Queries, actor: Person) => Promise<Overview['domains']>;
  /** Counts events of the audit. */
  readonly countEventsByTime: CountEventsByTime;
}

export const overviewRoutes = (
  { reads, db }: Context,
  { readCounts, countEventsByTime, findDirectories, findDomains }: OverviewCounters,
): Handlers<keyof typeof overviewCalls> => ({
  'Overview.Read': async (call) => {
    const { person, query, now, readAfter } = call;
    const timeZone = query.timeZone ?? 'UTC';
    if (!isTimeZone(timeZone)) throw problem('Invalid', { fields: { timeZone: { expected: 'timeZone' } } });
    const edges = edgesOf(timeZone, now);
    const { people, mfaOn, withPasskey, inviteExpiring, sessions } = await readCounts(call);
    // The queries run one after the other on one connection: a few administrators at a time must not take the whole pool.
    const numbers = await reads.transaction(readAfter, async (tx) => ({
      logIns: await countLogIns(tx, person, edges, countEventsByTime),
      unusual: await readFindings(tx, person, now),
      directories: await findDirectories(tx, person, now),
      domains: await findDomains(tx, person),
      mail: isSystemAdmin(person) ? await findWaitingMail(tx, now) : null,
      home: await findHome(tx, person.userId),
    }));
    return { at: now.toISOString(), people, mfaOn, withPasskey, inviteExpiring, sessions, ...numbers };
  },
  'Overview.SetHome': (call) => setHome(db, call),
});
