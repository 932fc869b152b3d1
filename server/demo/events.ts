/** Ninety days of audit events, oldest first: what people and their administrators did, as the product itself would have noted it. */
import { DAY, HOUR } from '../clock.ts';
import { eventsOf } from './adminEvents.ts';
import type { DemoEvent } from './event.ts';
import { guessesOf } from './guesses.ts';
import type { Directory } from './people.ts';
import { calendarOf } from './visits.ts';

const AUDIT_DAYS = 90;

/** No deed begins longer than this before the moment it belongs to. */
const LEAD_MS = 2 * HOUR;

/** Yields one batch a day, so that a million people cost the memory of a day. Nothing happens after `now`. */
export function* demoEvents(directory: Directory): Generator<DemoEvent[]> {
  const calendar = calendarOf(directory.users);
  const now = directory.now.getTime();
  // The deeds of one day reach into its neighbours: what the next day may still come before has to wait for it.
  let waiting: DemoEvent[] = [];
  for (let day = AUDIT_DAYS - 1; day >= 0; day -= 1) {
    const events = [...waiting, ...guessesOf(day, directory)];
    for (let index = 0; index < directory.users; index += 1) eventsOf(index, day, calendar, directory, events);
    events.sort((left, right) => left.at - right.at);
    const settled = day === 0 ? now : now - day * DAY - LEAD_MS;
    const end = events.findIndex(({ at }) => at > settled);
    waiting = end < 0 ? [] : events.splice(end);
    yield events;
  }
}
