/** Claims that the ID token lacks, from the provider's UserInfo endpoint; the user is identified by the token alone. */
import * as client from 'openid-client';
import type { Claims } from './claims.ts';
import { asRefused, Refused } from '../logIn/refused.ts';
import type { ConnectionRow } from '../settings/repository.ts';

const NAMES = ['given_name', 'family_name', 'name', 'preferred_username'] as const;

interface Redeemed {
  readonly claims: Claims & { readonly sub: string };
  readonly accessToken: string;
}

/**
 * Fills in claim by claim, once UserInfo is known to be about the same subject. Without it the token's claims count as they are.
 * @throws Refused for the UserInfo of another subject
 */
export async function completed(
  configuration: client.Configuration,
  { groups_claim: groups }: Pick<ConnectionRow, 'groups_claim'>,
  { claims, accessToken }: Redeemed,
): Promise<Claims> {
  const isNamed = claims.name !== undefined || (claims.given_name !== undefined && claims.family_name !== undefined);
  const isComplete = claims.email !== undefined && claims.email_verified !== undefined && isNamed;
  if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
  const more = await client.fetchUserInfo(configuration, accessToken, claims.sub).catch((error: unknown): Claims => {
    const refused = asRefused(error, 'token');
    if (refused.problem === 'metadata') throw new Refused('userInfo');
    // The token has what decides who logs in.
    if (claims.email === undefined) throw refused;
    return {};
  });
  // An address counts as verified if the one who says so means this address.
  const isSameAddress = claims.email === undefined || claims.email === more.email;
  const wanted = [
    'email',
    ...NAMES,
    ...(isSameAddress ? ['email_verified'] : []),
    ...(groups === null ? [] : [groups, '_claim_names']),
  ];
  const added = wanted.filter((name) => claims[name] === undefined && more[name] !== undefined);
  return { ...claims, ...Object.fromEntries(added.map((name) => [name, more[name]])) };
}
