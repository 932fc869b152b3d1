/** The user as the provider identifies them. */
import type { ConnectionProblem } from '../../../api/contract/identityProviders.problems.ts';
import { email as emailRule } from '../../../api/contract/rules/email.ts';
import { mailbox } from '../../db/names.ts';
import { groupsOf, type ClaimedGroups } from './groups.ts';
import { tenantOf } from '../settings/issuer.ts';
import { Refused } from '../logIn/refused.ts';
import type { ConnectionRow } from '../settings/repository.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** The values that a response is bound to: derived from `state` under the server's secret. */
export interface Bound {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface Verified {
  readonly issuer: string;
  readonly subject: string;
  /** The provider's identifier for the user in a logout. */
  readonly loggedOutAs: string;
  /** The name by which the owner knows the account. */
  readonly account: string | null;
  /** The address verified by the provider, in the stored form; else the reason why there is none. */
  readonly email: string | { readonly missing: Extract<ConnectionProblem, 'email' | 'emailNotVerified'> };
  readonly givenName: string;
  readonly familyName: string;
  readonly name: string;
  readonly sid: string | null;
  /** Whether the login counts as a second factor. */
  readonly isSecondFactor: boolean;
  readonly groups: ClaimedGroups;
}

const MAX_SUBJECT_LENGTH = 255;
const MAX_SHOWN_CLAIMS = 40;
const MAX_SHOWN_LENGTH = 300;
/** Claims that concern this login alone, and tell a reader nothing. */
const UNSHOWN = new Set(['nonce', 'at_hash', 'c_hash', 's_hash', 'jti']);

/** @throws Refused */
export function verifiedOf(connection: ConnectionRow, claims: Claims): Verified {
  return {
    issuer: text(claims.iss),
    subject: subjectOf(connection, claims),
    loggedOutAs: text(claims.sub),
    account: (text(claims.email) || text(claims.preferred_username)).slice(0, MAX_SHOWN_LENGTH) || null,
    email: emailOf(connection, claims),
    givenName: text(claims.given_name),
    familyName: text(claims.family_name),
    name: text(claims.name),
    sid: text(claims.sid) || null,
    isSecondFactor: isSecondFactor(connection, claims),
    groups: groupsOf(connection, claims),
  };
}

/** Entra's `sub` differs for each application, so that the directory could not know it; its `oid` is that of the tenant's user. */
function subjectOf({ vendor, issuer }: ConnectionRow, claims: Claims): string {
  const subject = text(vendor === 'entra' ? claims.oid : claims.sub);
  if (vendor === 'entra' && text(claims.tid).toLowerCase() !== tenantOf(issuer ?? '')) throw new Refused('tenant');
  if (subject === '' || subject.length > MAX_SUBJECT_LENGTH) throw new Refused('subject');
  return subject;
}

/** An address counts only if the provider says that it is verified: a user who can write any address there would otherwise be any user here (nOAuth). */
function emailOf({ vendor }: ConnectionRow, claims: Claims): Verified['email'] {
  const address = mailbox(text(claims.email));
  if (address === '' || !emailRule.holds(address)) return { missing: 'email' };
  // Entra's own claim for an address of a domain that the tenant has proven.
  const isOfOwnDomain = vendor === 'entra' && (isTrue(claims.xms_edov) || claims.xms_edov === 1 || claims.xms_edov === '1');
  return isTrue(claims.email_verified) || isOfOwnDomain ? address : { missing: 'emailNotVerified' };
}

/** As several vendors write it: the text in place of the boolean, or a list of one value. */
function isTrue(value: unknown): boolean {
  const values = listOf(value);
  return values.length === 1 && (values[0] === true || values[0] === 'true');
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [value]);

const CLOCK_TOLERANCE_SECONDS = 60;

/** Times of a token that lie ahead are no clock that is a little fast. @throws Refused */
export function requirePast({ iat, auth_time: authTime }: Claims, now: Date): void {
  const latest = now.getTime() / 1000 + CLOCK_TOLERANCE_SECONDS;
  if (Number(iat ?? 0) > latest) throw new Refused('clock');
  if (Number(authTime ?? 0) > latest) throw new Refused('authTime');
}

function isSecondFactor({ mfa_trust: trust, mfa_values: values }: ConnectionRow, { amr, acr }: Claims): boolean {
  if (trust !== 'asserted') return trust === 'always';
  const asserted = [...listOf(amr), ...listOf(acr)];
  return values.some((value) => asserted.includes(value));
}

/** The claims as they were received, for administrators. */
export const shownClaims = (claims: Claims): Record<string, string> =>
  Object.fromEntries(
    Object.entries(claims)
      .filter(([name]) => !UNSHOWN.has(name))
      .slice(0, MAX_SHOWN_CLAIMS)
      .map(([name, value]) => [
        name.slice(0, MAX_SHOWN_LENGTH),
        (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_SHOWN_LENGTH),
      ]),
  );

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
