/** All states in parts of about equal duration, one per worker; groups not named here are in `others`. */
import { allStates } from '../states/all.ts';
import type { State } from '../states/visit.ts';

type Group = keyof typeof allStates;

const signIn: readonly Group[] = ['login', 'mfa', 'passkeys', 'recovery', 'invite', 'support', 'shell'];
const account: readonly Group[] = [
  'security',
  'dialogs',
  'impersonation',
  'organisations',
  'userForms',
  'audit',
  'overview',
  'approvals',
];

/** Groups that are tested in a file of their own. */
const alone: readonly Group[] = ['applications'];

const statesOf = (groups: readonly Group[]): State[] => groups.flatMap((group) => [...allStates[group]]);

export const parts = {
  signIn: statesOf(signIn),
  account: statesOf(account),
  others: statesOf((Object.keys(allStates) as Group[]).filter((group) => ![...signIn, ...account, ...alone].includes(group))),
};
