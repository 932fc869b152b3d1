/** What `Users.Self` says of the caller beyond the person; it is read with the caller of each call, as a second query would cost more. */
import type { Self } from '../../api/contract/users.shapes.ts';
import { isBreakGlass, type MfaRuleRow } from './mfaRule.ts';

/** Columns of `users as u` and `organisations as o`, besides those of the person. */
export const profileColumns = [
  'u.title',
  'u.email_proven_at',
  'u.mfa_enrolled_at',
  'u.mfa_required_override',
  'u.ui_font_size',
  'o.mfa_required',
  'o.name as organisation_name',
  isBreakGlass,
] as const;

interface ProfileRow extends MfaRuleRow {
  readonly first_name: string;
  readonly last_name: string;
  readonly title: string | null;
  readonly email_proven_at: Date | null;
  readonly mfa_enrolled_at: Date | null;
  readonly ui_font_size: Self['uiFontSize'];
  readonly organisation_name: string;
}

export interface Profile {
  readonly firstName: string;
  readonly lastName: string;
  readonly title: string | null;
  readonly isEmailProven: boolean;
  readonly organisationName: string;
  readonly hasAuthenticator: boolean;
  readonly mfaRule: MfaRuleRow;
  readonly uiFontSize: Self['uiFontSize'];
}

export function profileOf(row: ProfileRow): Profile {
  const { mfa_required, mfa_required_override, roles, house, is_break_glass } = row;
  return {
    firstName: row.first_name,
    lastName: row.last_name,
    title: row.title,
    isEmailProven: row.email_proven_at !== null,
    organisationName: row.organisation_name,
    hasAuthenticator: row.mfa_enrolled_at !== null,
    mfaRule: { mfa_required, mfa_required_override, roles, house, is_break_glass },
    uiFontSize: row.ui_font_size,
  };
}
