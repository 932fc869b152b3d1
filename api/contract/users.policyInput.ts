/** Makes the input of the policies from what the API returns: the caller, and the target user. */
import type { Subject } from './actions.entry.ts';
import { displayName } from './displayName.ts';
import type { Person } from './person.ts';
import type { Target } from './users.policy.ts';
import type { Self, UserSummary } from './users.shapes.ts';

export const personOf = (self: Self): Person => ({
  userId: self.userId,
  userName: self.userName,
  displayName: displayName(self),
  email: self.email,
  organisationId: self.organisation.publicId,
  house: self.clearLife,
  roles: self.roles,
});

export const targetOf = (user: UserSummary): Target => ({
  userId: user.userId,
  organisationId: user.organisation.publicId,
  house: user.clearLife,
  roles: user.roles,
  enabled: user.enabled,
  registered: user.inviteState === null,
  approved: user.approved,
  managed: user.managedBy === 'SCIM',
});

/** @param now milliseconds */
export const subjectOf = (user: UserSummary, now: number): Subject => ({
  ...targetOf(user),
  locked: user.lockedUntil !== null && Date.parse(user.lockedUntil) > now,
  mfaEnabled: user.mfaEnabled,
  secondFactor: user.mfaEnabled || user.hasPasskey,
  mfaRequired: user.mfaRequired,
  loggedIn: user.loggedIn,
  owner: user.owner?.userName ?? null,
});
