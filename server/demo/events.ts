/** Ninety days of audit events, oldest first, as the product itself would have recorded them. */
import { DAY, HOUR } from '../clock.ts';
import { eventsOf } from './adminEvents.ts';
import type { DemoEvent } from './event.ts';
import { guessesOf } from './guesses.ts';
import type { Directory } from './userRows.ts';
import { calendarOf } from './visits.ts';

const AUDIT_DAYS = 90;

/** No event is earlier than this before the moment it is generated for. */
const LEAD_MS = 2 * HOUR;

/** Yields one batch per day, so that a million users need the memory of one day. No event is after `now`. */
export function* demoEvents(directory: Directory): Generator<DemoEvent[]> {
  const calendar = calendarOf(directory.users);
  const now = directory.now.getTime();
  // Events of one day reach into the next, so those that the next day may still precede wait for it.
  let postponed: DemoEvent[] = [];
  for (let day = AUDIT_DAYS - 1; day >= 0; day -= 1) {
    const events = [...postponed, ...guessesOf(day, directory)];
    for (let index = 0; index < directory.users; index += 1) eventsOf(index, day, calendar, directory, events);
    events.sort((left, right) => left.at - right.at);
    const settled = day === 0 ? now : now - day * DAY - LEAD_MS;
    const end = events.findIndex(({ at }) => at > settled);
    postponed = end < 0 ? [] : events.splice(end);
    yield events;
  }
}
