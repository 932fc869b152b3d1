/**
 * Decides whose approval an act needs, by its effects and its target. The rule is the same for a single call, many users, an
 * import, a synchronisation, and an API key.
 */
import type { Call, Effect } from './call.ts';
import { hasAdministrativeRole, type Person } from './person.ts';
import { isAdministratorAccount, needsSecondAdministrator, type Target } from './users.policy.ts';

export const effectSentences: Readonly<Record<Effect, string>> = {
  givesAdministration: 'makes, invites, promotes, enables or moves an administrator, or approves the organisation of one',
  takesAdministration: 'takes an administrative role away',
  endsAccess: 'ends the access of an administrator, or of many users',
  takesOverAccount: 'gives the caller a way into the account: another e-mail address, a recovery code, a reset second factor',
  actsAsUser: 'opens a session as the user',
  erases: 'erases the account',
  takesOwnership: 'makes the caller the owner of the account',
  changesRule: 'changes a rule of MFA or of two pairs of eyes, exempts a user from one, or makes a setting protect less',
  movesData: 'lets a program read the data of all users, or make step-up calls, without a person',
  trustsProvider: 'lets an identity provider outside log users in or no more, or decides who may pass it by',
};

/** Where two pairs of eyes are required, these acts on ordinary users are free for a few users an hour only. */
const countedEffects: readonly Effect[] = ['endsAccess', 'takesOverAccount', 'erases'];

/** Effects that could take over or remove a system administrator's account: they always need two system administrators. */
const alwaysOnSystemAdministrators: readonly Effect[] = ['takesOverAccount', 'erases'];

/** Effects on an administrator's account that only system administrators approve. */
const decidedBySystemAdministrators: readonly Effect[] = ['takesOverAccount', 'actsAsUser', 'erases'];

/** Effects that need a second person for every target. */
const onEveryTarget: readonly Effect[] = [
  'givesAdministration',
  'takesAdministration',
  'takesOwnership',
  'changesRule',
  'movesData',
  'trustsProvider',
];

export interface SecondPersonRule {
  /** Whether a second person is needed even where two pairs of eyes are not required. */
  readonly always: boolean;
  /** Whether a second person is needed where two pairs of eyes are required. */
  readonly fourEyes: boolean;
  /** Whether an administrator, where two pairs of eyes are required, may act alone on a few users an hour. */
  readonly counted: boolean;
  /** Whether the second person has to be a system administrator. */
  readonly systemOnly: boolean;
}

/** Whether the users acted on include administrators. */
export interface Concerned {
  readonly administrator: boolean;
  readonly systemAdministrator: boolean;
}

/** Treats a role lost within the last 24 hours as held. */
export const concernedIn = (account: Target): Concerned => ({
  administrator: isAdministratorAccount(account),
  systemAdministrator: needsSecondAdministrator(account),
});

/** @param concerned absent for a key, and for an account to be created */
export function secondPersonFor(effects: readonly Effect[], concerned?: Concerned): SecondPersonRule {
  const has = (some: readonly Effect[]) => effects.some((effect) => some.includes(effect));
  const isAdministrator = concerned?.administrator === true;
  return {
    always: concerned?.systemAdministrator === true && has(alwaysOnSystemAdministrators),
    fourEyes: has(onEveryTarget) || (isAdministrator && effects.length > 0),
    counted: has(countedEffects),
    systemOnly: isAdministrator && has(decidedBySystemAdministrators),
  };
}

type Holder = Pick<Person, 'roles' | 'house'>;

/** Effects of a new set of roles. An invited user has nothing yet that could be taken away. */
export function effectsOfRoles(account: Holder & Pick<Target, 'registered'>, roles: readonly string[]): Effect[] {
  const isOneOf = (roleName: string) => hasAdministrativeRole({ roles: [roleName], house: account.house });
  const gains = roles.some((role) => isOneOf(role) && !account.roles.includes(role));
  const loses = account.registered && account.roles.some((role) => isOneOf(role) && !roles.includes(role));
  return [...(gains ? (['givesAdministration'] as const) : []), ...(loses ? (['takesAdministration'] as const) : [])];
}

/** Effects of enabling or disabling an account. */
export const effectsOfEnabling = (account: Target, enabled: boolean): Effect[] => {
  if (!enabled) return ['endsAccess'];
  return hasAdministrativeRole(account) ? ['givesAdministration'] : [];
};

/** Effects of a key of an administrator that may make these calls. */
export const effectsOfClaims = (claims: readonly { readonly call: Pick<Call, 'stepUp' | 'people'> }[]): Effect[] =>
  claims.some(({ call }) => call.stepUp !== undefined || call.people !== undefined) ? ['movesData'] : [];

/** Effects of creating or inviting a user with these roles. */
export const effectsOfMaking = (account: Holder): Effect[] => (hasAdministrativeRole(account) ? ['givesAdministration'] : []);
