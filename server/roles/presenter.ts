/** Maps roles to the contract, in the caller's language. */
import type { Role } from '../../api/contract/roles.ts';
import type { Locale } from '../../api/contract/locale.ts';
import type { Phrases } from '../i18n/phrases.ts';
import type { RoleRow } from './repository.ts';

/** Roles added later have only their stored description. */
export function presentRole(row: RoleRow, userCount: number, phrases: Phrases, locale: Locale): Role {
  const key = `roles:description.${row.role_name}`;
  return {
    roleName: row.role_name,
    description: phrases.knows(locale, key) ? phrases.say(locale, key) : row.description,
    administrative: row.administrative,
    userCount,
  };
}
