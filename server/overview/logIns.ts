/** Logins and failures by hour and day, from the counts that the audit keeps for each quarter of an hour. */
import { logInActions, type LogInWay, usualOf } from '../../api/contract/overview.logIns.ts';
import type { Overview } from '../../api/contract/overview.ts';
import { reachesAllOrganisations, type Person } from '../../api/contract/person.ts';
import { DAY } from '../clock.ts';
import type { Queries } from '../db/database.ts';
import type { Edges } from './edges.ts';

/** Counts events by action and outcome between each two edges, exactly as they are at the moment. */
export type CountEventsByTime = (
  queries: Queries,
  wanted: {
    /** Undefined: all organisations. */
    readonly organisationId: string | undefined;
    readonly actions: readonly string[];
    readonly edges: readonly Date[];
  },
) => Promise<readonly CountedEvents[]>;

interface CountedEvents {
  readonly from: Date;
  readonly action?: string;
  readonly outcome: string;
  readonly events: number;
}

const actions = Object.values(logInActions);
/** Actions that start a login: a code only completes it. */
const startActions: readonly string[] = [logInActions.password, logInActions.passkey, logInActions.provider];

export async function countLogIns(
  queries: Queries,
  actor: Person,
  { hours, weekHours, days }: Edges,
  countEventsByTime: CountEventsByTime,
): Promise<Overview['logIns']> {
  const organisationId = reachesAllOrganisations(actor) ? undefined : actor.organisationId;
  const between = (edges: readonly Date[]) => countEventsByTime(queries, { organisationId, actions, edges });
  const [byWeekHour, byDay] = [await between(weekHours), await between(days)];
  const [first] = hours;
  const byHour = byWeekHour.filter(({ from }) => first && from >= first);
  const tried = weekHours.slice(0, -1).map((start) => triedFrom(start, byWeekHour));
  return {
    hours: tried.slice(1 - hours.length).map((hour) => ({ ...hour, usual: usualAt(hour.start, tried) })),
    days: days.slice(0, -1).map((start) => triedFrom(start, byDay)),
    ways: {
      password: triedBy('password', byHour),
      code: triedBy('code', byHour),
      recoveryCode: triedBy('recoveryCode', byHour),
      passkey: triedBy('passkey', byHour),
      provider: triedBy('provider', byHour),
    },
  };
}

function triedBy(way: LogInWay, counted: readonly CountedEvents[]) {
  const events = counted.filter(({ action }) => action === logInActions[way]);
  return { accepted: sum(events, 'success'), failed: sum(events, 'failure') };
}

function triedFrom(start: Date, counted: readonly CountedEvents[]) {
  const events = counted.filter(({ from }) => from.getTime() === start.getTime());
  const started = events.filter(({ action = '' }) => startActions.includes(action));
  return { start: start.toISOString(), accepted: sum(started, 'success'), failed: sum(events, 'failure') };
}

/** What is usual at the same hour of the days before, each 24 hours long. */
function usualAt(start: string, tried: readonly ReturnType<typeof triedFrom>[]): number {
  const former = tried.filter((one) => one.start < start && (Date.parse(start) - Date.parse(one.start)) % DAY === 0);
  return usualOf(former.map(({ accepted, failed }) => accepted + failed));
}

const sum = (counted: readonly CountedEvents[], outcome: 'success' | 'failure'): number =>
  counted.reduce((total, one) => (one.outcome === outcome ? total + one.events : total), 0);
