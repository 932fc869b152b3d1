/** The demo's users and sessions as rows. */
import { DAY, HOUR, MINUTE } from '../clock.ts';
import type { NewUser } from '../db/schema/users.ts';
import type { SessionsTable } from '../db/schema/signIn.ts';
import type { Insertable } from 'kysely';
import { accounts, MFA_KEY } from './accounts.ts';
import { identityOf } from './identity.ts';
import { organisationAt } from './organisations.ts';
import { base32Key, between, fraction, hashBytes, pick, uuid } from './random.ts';
import { administratorOf, userStateOf } from './userState.ts';
import type { UserState } from './userState.shape.ts';
import { addressOf, browserOf } from './traces.ts';
import { lastVisit, momentOf } from './visits.ts';

const SALT = 400;
/** Distinguishes the moment of creation from a user's other moments; see {@link momentOf}. */
export const CREATED = 1;
/** Time from the invitation's mail to the registration. */
export const ACCEPT_MS = 8 * MINUTE;
const REMEMBER_MS = 30 * DAY;
const SESSION_MS = 12 * HOUR;
const IDLE_MS = 30 * MINUTE;

export interface Directory {
  readonly users: number;
  readonly now: Date;
}

export function userRow(index: number, { users, now }: Directory, passwordHash: string): NewUser {
  const state = userStateOf(index);
  const { userId, userName, email, firstName, lastName, title, locale } = identityOf(index, state.organisation);
  const chance = (salt: number): number => fraction(SALT, index, salt);
  const inviteDays = accounts[index]?.inviteDays;
  const createdAt = momentOf(now.getTime(), state.createdDays, index, CREATED);
  const lastLogin = lastVisit(now.getTime(), index, state);
  const invited = inviteDays !== undefined;
  // Users created by an administrator who never logged in have often set no password.
  const hasPassword = !invited && (accounts[index] !== undefined || lastLogin !== null || chance(1) < 0.5);
  return {
    user_id: userId,
    user_name: userName,
    email,
    first_name: firstName,
    last_name: lastName,
    title,
    organisation_id: organisationAt(state.organisation).organisationId,
    roles: [...state.roles],
    enabled: state.disabledDays === null,
    password_hash: hasPassword ? passwordHash : null,
    ...failuresOf(index, state, now, lastLogin),
    ...mfaOf(index, state, createdAt, lastLogin),
    ui_font_size: chance(2) < 0.15 ? 'compact' : 'default',
    locale,
    audit_digest: chance(3) < 0.1,
    product_news: chance(4) < 0.3,
    owner_id: ownerOf(index, state, users),
    invited_by: isInvited(index) ? nameOf(administratorOf(state.organisation, users, index)) : null,
    invite_expires_at: inviteDays === undefined ? null : new Date(now.getTime() + inviteDays * DAY),
    ...registrationOf(invited ? null : new Date(createdAt + (isInvited(index) ? ACCEPT_MS : 0))),
    last_login_at: lastLogin === null ? null : new Date(lastLogin),
    created_at: new Date(createdAt),
  };
}

/** Demo users have registered by a link that was mailed to them. */
const registrationOf = (at: Date | null) => ({ registered_at: at, email_proven_at: at });

/** The session of a user who is logged in now; its token is unknown. */
export function sessionRow(index: number, { now }: Directory): Insertable<SessionsTable> | undefined {
  const state = userStateOf(index);
  if (!state.live) return undefined;
  const since = lastVisit(now.getTime(), index, state) ?? now.getTime();
  const remember = fraction(SALT, index, 10) < 0.6;
  const quietMinutes = between(0, 20, SALT, index, 11);
  return {
    session_id: uuid(SALT, index),
    token_hash: hashBytes(SALT, index),
    user_id: identityOf(index, state.organisation).userId,
    kind: 'full',
    remember,
    ip: addressOf(index),
    user_agent: browserOf(index),
    created_at: new Date(since),
    last_seen_at: new Date(Math.max(since, now.getTime() - quietMinutes * MINUTE)),
    authenticated_at: new Date(since),
    expires_at: new Date(since + (remember ? REMEMBER_MS : SESSION_MS)),
    idle_ms: remember ? REMEMBER_MS : IDLE_MS,
  };
}

/** Whether the user was invited (open or accepted) and not created. */
export const isInvited = (index: number): boolean => accounts[index]?.inviteDays !== undefined || fraction(SALT, index, 5) < 0.7;

/** Time of the last failure before the lock. */
export const lockedSince = (index: number, now: number): number => now - between(3, 12, SALT, index, 20) * MINUTE;

/** The user name; for an invited user the address. */
function nameOf(index: number): string {
  const { userName, email } = identityOf(index, userStateOf(index).organisation);
  return userName ?? email;
}

function failuresOf(index: number, { lockedMinutes }: UserState, now: Date, lastLogin: number | null): Partial<NewUser> {
  if (lockedMinutes !== null) {
    const failedAt = lockedSince(index, now.getTime());
    return {
      failed_sign_ins: 5,
      last_failed_at: new Date(failedAt),
      locked_until: new Date(now.getTime() + lockedMinutes * MINUTE),
    };
  }
  if (lastLogin === null || accounts[index] !== undefined || fraction(SALT, index, 21) >= 0.04) return { failed_sign_ins: 0 };
  const failedAt = lastLogin + fraction(SALT, index, 22) * (now.getTime() - lastLogin);
  return { failed_sign_ins: between(1, 3, SALT, index, 23), last_failed_at: new Date(failedAt) };
}

function mfaOf(index: number, { mfa, mfaOverride }: UserState, createdAt: number, lastLogin: number | null): Partial<NewUser> {
  if (!mfa || lastLogin === null) return { mfa_required_override: mfaOverride };
  const enrolledAt = createdAt + fraction(SALT, index, 30) ** 2 * (lastLogin - createdAt);
  const secret = accounts[index] === undefined ? base32Key(SALT, index) : MFA_KEY;
  return { mfa_required_override: mfaOverride, mfa_secret: secret, mfa_enrolled_at: new Date(enrolledAt) };
}

function ownerOf(index: number, { organisation, roles }: UserState, users: number): string | null {
  if (accounts[index] !== undefined || roles.includes('SubscriberAdministration') || fraction(SALT, index, 40) >= 0.55)
    return null;
  const owner = administratorOf(organisation, users, pick([0, 1, 1], SALT, index, 41));
  return identityOf(owner, organisation).userId;
}
