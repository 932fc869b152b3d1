/** What a key may do, in the reader's words. The server's own description stands in where it knows a call that this page does not. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReplyOf } from '@api/contract/index.ts';

type Claim = ReplyOf<'ApiKey.OpenAccess'>['grantableClaims'][number];

const subjects = ['Users', 'Invite', 'Roles', 'Organisations', 'Mfa'] as const;
type Subject = (typeof subjects)[number];

interface ClaimGroup {
  readonly subject: Subject;
  readonly claims: readonly Claim[];
}

/** The first word of a claim; roles have two, and what is new belongs to the users until it has a place. */
function subjectOf({ value }: Claim): Subject {
  const word = value.split('.', 1)[0]?.replace('UserRoles', 'Roles');
  return subjects.find((subject) => subject === word) ?? 'Users';
}

/** By what they are about, in the order of the list; nothing is left out. */
export function grouped(claims: readonly Claim[]): ClaimGroup[] {
  return subjects
    .map((subject) => ({ subject, claims: claims.filter((claim) => subjectOf(claim) === subject) }))
    .filter((group) => group.claims.length > 0);
}

export function useClaimPhrase(): (value: string, description?: string) => string {
  const { t } = useTranslation('security');
  // Which claims there are is the server's to say; a test compares them with the phrases.
  return useCallback((value, description = value) => t(`claims.${value as 'Users.All'}`, { defaultValue: description }), [t]);
}
