/** A user's status as shown in the list, in the server's sort order. */
import type { UserSummary } from '@api/contract/users.shapes.ts';

export type UserStatus =
  | { readonly kind: 'active' | 'disabled' | 'inviteExpired' | 'organisationBlocked' }
  | { readonly kind: 'locked'; readonly until: string }
  | { readonly kind: 'invited'; readonly until: string | null };

type StatusFields = Pick<UserSummary, 'enabled' | 'approved' | 'lockedUntil' | 'inviteState' | 'inviteExpiresAt'>;

export const isLocked = ({ lockedUntil }: Pick<UserSummary, 'lockedUntil'>, now: number): boolean =>
  lockedUntil !== null && Date.parse(lockedUntil) > now;

/** @param now milliseconds: locks and invitations expire while shown */
export function statusOf(user: StatusFields, now: number): UserStatus {
  const { enabled, lockedUntil, inviteState, inviteExpiresAt } = user;
  if (inviteState !== null) {
    const isPending = inviteState === 'Invited' && (inviteExpiresAt === null || Date.parse(inviteExpiresAt) > now);
    return isPending ? { kind: 'invited', until: inviteExpiresAt } : { kind: 'inviteExpired' };
  }
  if (!enabled) return { kind: 'disabled' };
  if (lockedUntil !== null && isLocked(user, now)) return { kind: 'locked', until: lockedUntil };
  return { kind: user.approved ? 'active' : 'organisationBlocked' };
}

type MfaState = 'on' | 'off' | 'required';

/** `required`: must enrol at the next login. */
export const mfaOf = (user: FactorFields & Pick<UserSummary, 'mfaRequired'>): MfaState =>
  factorOf(user) ? 'on' : user.mfaRequired ? 'required' : 'off';

type FactorFields = Pick<UserSummary, 'mfaEnabled' | 'hasPasskey'>;

/** The second factor that the user has. */
export function factorOf({ mfaEnabled, hasPasskey }: FactorFields): 'authenticator' | 'passkey' | 'both' | undefined {
  if (hasPasskey) return mfaEnabled ? 'both' : 'passkey';
  return mfaEnabled ? 'authenticator' : undefined;
}
