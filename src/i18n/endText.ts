/** Formats the end of a period. */
import type { Formats, Instant } from './formats.ts';

/** "11:06 PM" today, "tomorrow, 9:12 AM", else the date and the time. */
export function endText(formats: Formats, end: Instant, now: Instant): string {
  const day = formats.day(end, now);
  if (day === formats.day(now, now)) return formats.time(end);
  return day === formats.date(end) ? formats.dateTime(end) : `${day}, ${formats.time(end)}`;
}
