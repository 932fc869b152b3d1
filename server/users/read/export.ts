/** A grid view as CSV: the chosen columns in their order, in the caller's language. */
import { sql, type RawBuilder } from 'kysely';
import type { CsvDelimiter } from '../../../api/contract/csv.ts';
import { fileColumns, type FileColumn } from '../../../api/contract/users.export.ts';
import { userColumns, type UserColumn } from '../../../api/contract/users.page.ts';
import { csvRecord, csvText, csvTime } from '../../export/csvSql.ts';
import type { Locale } from '../../../api/contract/locale.ts';
import type { Phrases } from '../../i18n/phrases.ts';
import { managedBy } from './rows.ts';

interface UserTable {
  header: string[];
  /** The CSV record of one user, over the joins of `rows.ts`. */
  record: RawBuilder<string>;
}

interface Choice {
  /** Empty: all. */
  readonly columns?: readonly UserColumn[] | undefined;
  readonly delimiter?: CsvDelimiter | undefined;
}

export function userTable(phrases: Phrases, locale: Locale, now: Date, { columns: chosen = [], delimiter }: Choice): UserTable {
  const columns = fileColumns(chosen.length > 0 ? chosen : userColumns);
  const say = (key: string) => phrases.say(locale, `users:${key}`);
  const word = (key: string) => sql<string>`${say(key)}::text`;
  const cellOf: Readonly<Record<FileColumn, RawBuilder<string>>> = {
    userName: csvText(sql`coalesce(u.user_name, u.email)`),
    firstName: csvText(sql`u.first_name`),
    lastName: csvText(sql`u.last_name`),
    title: csvText(sql`u.title`),
    email: csvText(sql`u.email`),
    enabled: csvText(sql`CASE WHEN u.enabled THEN ${word('enabled.yes')} ELSE ${word('enabled.no')} END`),
    status: csvText(sql`CASE
      WHEN u.registered_at IS NULL THEN CASE WHEN u.invite_expires_at > ${now} THEN ${word('filter.invited')} ELSE ${word('filter.inviteExpired')} END
      WHEN NOT u.enabled THEN ${word('filter.disabled')}
      WHEN u.locked_until > ${now} THEN ${word('filter.locked')} ELSE ${word('filter.active')} END`),
    roles: csvText(sql`array_to_string(u.roles, ', ')`),
    organisation: csvText(sql`o.name`),
    mfa: csvText(sql`CASE WHEN u.mfa_enrolled THEN ${word('mfa.on')}
      WHEN coalesce(u.mfa_required_override, o.mfa_required) THEN ${word('mfa.required')} ELSE ${word('mfa.off')} END`),
    lastLoginAt: csvTime(sql`u.last_login_at`),
    createdAt: csvTime(sql`u.created_at`),
    owner: csvText(sql`w.display_name`),
    managedBy: csvText(sql`CASE ${managedBy} WHEN 'SCIM' THEN ${word('managedBy.directory')} ELSE ${managedBy} END`),
  };
  return {
    header: columns.map((column) => say(`column.${column}`)),
    record: csvRecord(
      columns.map((column) => cellOf[column]),
      delimiter,
    ),
  };
}
