/** The one status of a person that the list shows, in the order of weight that the server sorts by. */
import type { UserSummary } from '@api/contract/users.shapes.ts';

export type UserStatus =
  | { readonly kind: 'active' | 'disabled' | 'inviteExpired' }
  | { readonly kind: 'locked'; readonly until: string }
  | { readonly kind: 'invited'; readonly until: string | null };

type Standing = Pick<UserSummary, 'enabled' | 'lockedUntil' | 'inviteState' | 'inviteExpiresAt'>;

/** `now` in milliseconds: a lock or an invitation runs out while one looks at it. */
export function statusOf({ enabled, lockedUntil, inviteState, inviteExpiresAt }: Standing, now: number): UserStatus {
  if (inviteState !== null) {
    const open = inviteState === 'Invited' && (inviteExpiresAt === null || Date.parse(inviteExpiresAt) > now);
    return open ? { kind: 'invited', until: inviteExpiresAt } : { kind: 'inviteExpired' };
  }
  if (!enabled) return { kind: 'disabled' };
  if (lockedUntil !== null && Date.parse(lockedUntil) > now) return { kind: 'locked', until: lockedUntil };
  return { kind: 'active' };
}

export type MfaState = 'on' | 'off' | 'required';

/** Required: has to set it up at the next log-in. */
export const mfaOf = ({ mfaEnabled, mfaRequired }: Pick<UserSummary, 'mfaEnabled' | 'mfaRequired'>): MfaState =>
  mfaEnabled ? 'on' : mfaRequired ? 'required' : 'off';
