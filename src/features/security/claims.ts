/** API key permissions as text. Unknown claims show the server's description. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReplyOf } from '@api/contract/index.ts';

type Claim = ReplyOf<'ApiKey.OpenAccess'>['grantableClaims'][number];

const subjects = [
  'Users',
  'Views',
  'Invite',
  'Roles',
  'Mfa',
  'Organisations',
  'Domains',
  'Connections',
  'Provisioning',
  'Applications',
  'Overview',
  'Approvals',
  'Reports',
  'Tickets',
] as const;
type Subject = (typeof subjects)[number];

interface ClaimGroup {
  readonly subject: Subject;
  readonly claims: readonly Claim[];
}

/** First segment of a claim; both role prefixes map to Roles, unknown ones to Users. */
function subjectOf({ value }: Claim): Subject {
  const word = value.split('.', 1)[0]?.replace('UserRoles', 'Roles');
  return subjects.find((subject) => subject === word) ?? 'Users';
}

/** Groups in the order of `subjects`; every claim is in one. */
export function groupClaims(claims: readonly Claim[]): ClaimGroup[] {
  return subjects
    .map((subject) => ({ subject, claims: claims.filter((claim) => subjectOf(claim) === subject) }))
    .filter((group) => group.claims.length > 0);
}

export function useClaimPhrase(): (value: string, description?: string) => string {
  const { t } = useTranslation(['security', 'actions']);
  // The server defines the claims; a test compares them with the phrases.
  return useCallback(
    (value, description = value) =>
      t([`actions:call.${value as 'Users.Unlock'}.right`, `security:claims.${value as 'Users.All'}`], {
        defaultValue: description,
      }),
    [t],
  );
}
