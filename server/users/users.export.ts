/** A view of the grid as a file: its columns in their order, in the words of the one who asks. */
import type { UserSummary } from '../../api/contract/users.shapes.ts';
import { userColumns, type UserColumn, type UserFilter } from '../../api/contract/users.page.ts';
import type { Cell } from '../http/csv.ts';
import type { Locale, Phrases } from '../phrases.ts';

export interface UserTable {
  header: string[];
  cells: (person: UserSummary) => Cell[];
}

/** Times are ISO 8601 in UTC: a spreadsheet in any language reads them, and so does a program. */
export function userTable(phrases: Phrases, locale: Locale, columns: readonly UserColumn[] = userColumns): UserTable {
  const say = (key: string) => phrases.say(locale, `users:${key}`);
  const cellOf: Readonly<Record<UserColumn, (person: UserSummary) => Cell>> = {
    userName: (person) => person.userName,
    name: (person) => `${person.firstName} ${person.lastName}`,
    email: (person) => person.email,
    status: (person) => say(`filter.${statusOf(person)}`),
    roles: (person) => person.roles.join(', '),
    organisation: (person) => person.organisation.organisationName,
    mfa: (person) => say(`mfa.${person.mfaEnabled ? 'on' : person.mfaRequired ? 'required' : 'off'}`),
    lastLoginAt: (person) => person.lastLoginAt,
    createdAt: (person) => person.createdAt,
    owner: (person) => person.owner?.displayName ?? null,
  };
  return {
    header: columns.map((column) => say(`column.${column}`)),
    cells: (person) => columns.map((column) => cellOf[column](person)),
  };
}

function statusOf({ inviteState, enabled, lockedUntil }: UserSummary): UserFilter {
  if (inviteState) return inviteState === 'Invited' ? 'invited' : 'inviteExpired';
  if (!enabled) return 'disabled';
  return lockedUntil === null ? 'active' : 'locked';
}
