/** What can be done to a person, by whom, and why not: the menu as data. */
import type { Person } from '@api/contract/person.ts';
import type { ProblemCode } from '@api/contract/problem.ts';
import { mayEnable, mayEdit, mayInvite, mayUnlock, type Target } from '@api/contract/users.policy.ts';
import type { Self, UserSummary } from '@api/contract/users.shapes.ts';
import { paths } from '@src/paths.ts';

export type ActionKey = 'edit' | 'enable' | 'disable' | 'unlock' | 'resendInvite' | 'copyId';

/** Why not: what the policy says, or that there is nothing to be done. */
export type Reason = 'OwnAccount' | 'Forbidden' | 'NotFound' | 'notLocked' | 'notRegistered';

export interface UserAction {
  readonly key: ActionKey;
  /** Null: it can be done. */
  readonly reason: Reason | null;
}

export const personOf = (self: Self): Person => ({
  userId: self.userId,
  userName: self.userName,
  displayName: `${self.firstName} ${self.lastName}`.trim(),
  email: self.email,
  organisationId: self.organisation.publicId,
  roles: self.roles,
});

export const targetOf = (user: UserSummary): Target => ({
  userId: user.userId,
  organisationId: user.organisation.publicId,
  roles: user.roles,
  enabled: user.enabled,
  registered: user.inviteState === null,
});

/** A verdict of the policy as a reason; whatever has no words of its own is simply not allowed. */
export const because = (verdict: ProblemCode | null): Reason | null =>
  verdict === null || verdict === 'OwnAccount' || verdict === 'NotFound' ? verdict : 'Forbidden';

const isLocked = ({ lockedUntil }: UserSummary, now: number): boolean => lockedUntil !== null && Date.parse(lockedUntil) > now;

/** The screen that an action goes to; null for one that happens here. */
export function screenOf(key: ActionKey, { userId, userName }: Pick<UserSummary, 'userId' | 'userName'>): string | null {
  if (key === 'edit') return paths.usersEdit.to({ userName });
  return key === 'resendInvite' ? paths.usersReinvite.to({ userId }) : null;
}

/** Everything for this person, in the order of the menu; what never applies to them is left out. */
export function actionsFor(actor: Person, user: UserSummary, now: number): readonly UserAction[] {
  const target = targetOf(user);
  const invited = !target.registered;
  const enabled = because(mayEnable(actor, target));
  const unlock = because(mayUnlock(actor, target));
  return [
    { key: 'edit', reason: because(mayEdit(actor, target)) },
    ...(invited
      ? [{ key: 'resendInvite', reason: because(mayInvite(actor, target)) } as const]
      : [
          { key: user.enabled ? 'disable' : 'enable', reason: enabled } as const,
          { key: 'unlock', reason: unlock ?? (isLocked(user, now) ? null : 'notLocked') } as const,
        ]),
    { key: 'copyId', reason: null },
  ];
}
