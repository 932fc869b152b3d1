/** What can be done to many at once: who is left out and why, and how to tell that it was done already. */
import type { Person } from '@api/contract/person.ts';
import type { ProblemCode } from '@api/contract/problem.ts';
import { mayEnable, mayInvite, mayResetAuthentication, mayUnlock, type Target } from '@api/contract/users.policy.ts';
import type { Self, UserSummary } from '@api/contract/users.shapes.ts';

export const bulkActions = ['enable', 'disable', 'unlock', 'resetMfa', 'resendInvite'] as const;
export type BulkAction = (typeof bulkActions)[number];

/** Why somebody is left out: what the policy says, that there is nothing to do, or that they are no longer there. */
export type LeftOutWhy =
  | 'OwnAccount'
  | 'Forbidden'
  | 'NotFound'
  | 'isEnabled'
  | 'isDisabled'
  | 'notLocked'
  | 'mfaOff'
  | 'isRegistered'
  | 'notRegistered'
  | 'gone';

interface Kind {
  readonly may: (actor: Person, target: Target) => ProblemCode | null;
  /** Why there is nothing to do. */
  readonly needless: (user: UserSummary) => LeftOutWhy | null;
  /** Whether it has happened, seen from how they were before: after a lost answer nothing is done twice. */
  readonly isDone: (before: UserSummary, now: UserSummary) => boolean;
}

const registered =
  (needless: Kind['needless']): Kind['needless'] =>
  (user) =>
    user.inviteState === null ? needless(user) : 'notRegistered';

const kinds: Readonly<Record<BulkAction, Kind>> = {
  enable: {
    may: mayEnable,
    needless: registered(({ enabled }) => (enabled ? 'isEnabled' : null)),
    isDone: (_before, { enabled }) => enabled,
  },
  disable: {
    may: mayEnable,
    needless: registered(({ enabled }) => (enabled ? null : 'isDisabled')),
    isDone: (_before, { enabled }) => !enabled,
  },
  unlock: {
    may: mayUnlock,
    needless: registered(({ lockedUntil }) => (lockedUntil === null ? 'notLocked' : null)),
    isDone: (_before, { lockedUntil }) => lockedUntil === null,
  },
  resetMfa: {
    may: mayResetAuthentication,
    needless: registered(({ mfaEnabled }) => (mfaEnabled ? null : 'mfaOff')),
    isDone: (_before, { mfaEnabled }) => !mfaEnabled,
  },
  resendInvite: {
    may: mayInvite,
    needless: ({ inviteState }) => (inviteState === null ? 'isRegistered' : null),
    isDone: (before, { inviteExpiresAt }) => inviteExpiresAt !== before.inviteExpiresAt,
  },
};

export const opposite = (action: BulkAction): BulkAction | null =>
  action === 'enable' ? 'disable' : action === 'disable' ? 'enable' : null;

const targetOf = (user: UserSummary): Target => ({
  userId: user.userId,
  organisationId: user.organisation.publicId,
  house: user.clearLife,
  roles: user.roles,
  enabled: user.enabled,
  registered: user.inviteState === null,
});

export const actorOf = (self: Self): Person => ({
  userId: self.userId,
  userName: self.userName,
  displayName: `${self.firstName} ${self.lastName}`.trim(),
  email: self.email,
  organisationId: self.organisation.publicId,
  house: self.clearLife,
  roles: self.roles,
});

/** Null: it can be done to this person. */
export function leftOutWhy(action: BulkAction, actor: Person, user: UserSummary): LeftOutWhy | null {
  const { may, needless } = kinds[action];
  const verdict = may(actor, targetOf(user));
  if (verdict === null) return needless(user);
  return verdict === 'OwnAccount' || verdict === 'NotFound' ? verdict : 'Forbidden';
}

/** Seen from how they were before. */
export const isDone = (action: BulkAction, before: UserSummary, now: UserSummary): boolean => kinds[action].isDone(before, now);
