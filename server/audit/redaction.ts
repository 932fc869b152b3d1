/** An event with a pseudonym in the place of a person: names, addresses, and the address and browser they came from. */
import type { EventRow } from './presenter.ts';

export interface ErasedPerson {
  readonly userId: string;
  readonly userName: string;
  /** The present address and former ones. */
  readonly emails: readonly string[];
  /** Written in place of all of them. */
  readonly pseudonym: string;
}

/** Fields of a user that the audit of a change tells before and after, and the name that a user gave a passkey or a view. */
const PERSONAL_FIELDS = new Set(['firstName', 'lastName', 'title', 'email', 'passkey', 'view']);

export function redact(event: EventRow, person: ErasedPerson): EventRow {
  const names = [person.userName, ...person.emails];
  const isPerson = (text: string | null) => text !== null && names.some((name) => name.toLowerCase() === text.toLowerCase());
  const shown = (text: string | null) => (isPerson(text) ? person.pseudonym : text);
  const isAbout = event.target_user_id === person.userId || isPerson(event.target);
  // While impersonating, the address is the administrator's. A failed login has no actor.
  const isFrom = isPerson(event.actor) || (event.actor === null && isAbout);
  return {
    ...event,
    actor: shown(event.actor),
    on_behalf_of: shown(event.on_behalf_of),
    target: shown(event.target),
    ip: isFrom ? null : event.ip,
    user_agent: isFrom ? null : event.user_agent,
    details: redactDetails(event.details, { names, isAbout, pseudonym: person.pseudonym }) as EventRow['details'],
  };
}

interface Redaction {
  readonly names: readonly string[];
  readonly isAbout: boolean;
  readonly pseudonym: string;
}

function redactDetails(value: unknown, redaction: Redaction): unknown {
  if (typeof value === 'string') return withoutNames(value, redaction);
  if (Array.isArray(value)) return value.map((item) => redactDetails(item, redaction));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      redaction.isAbout && PERSONAL_FIELDS.has(key) ? blank(inner, redaction) : redactDetails(inner, redaction),
    ]),
  );
}

/** Every text in it, whatever it says: a former last name is not among the names that are known. */
function blank(value: unknown, { pseudonym }: Redaction): unknown {
  if (typeof value === 'string') return pseudonym;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, blank(inner, { names: [], isAbout: true, pseudonym })]),
  );
}

/** As whole words: the user name "ann" is no part of "annual". */
const withoutNames = (text: string, { names, pseudonym }: Redaction): string =>
  names.reduce(
    (left, name) =>
      left.replaceAll(new RegExp(`(?<![\\w.@+-])${name.replaceAll(/[^\w\s]/gu, '\\$&')}(?![\\w@-])`, 'gi'), () => pseudonym),
    text,
  );
