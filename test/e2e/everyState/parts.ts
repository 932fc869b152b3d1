/** All states in three parts of about equal duration, one per worker; groups not named here are in `others`. */
import { allStates } from '../states/all.ts';
import type { State } from '../states/visit.ts';

type Noun = keyof typeof allStates;

const signIn: readonly Noun[] = ['login', 'mfa', 'recovery', 'invite', 'support', 'shell'];
const account: readonly Noun[] = ['security', 'dialogs', 'acting', 'organisations', 'userSheets', 'audit'];

const statesOf = (nouns: readonly Noun[]): State[] => nouns.flatMap((noun) => [...allStates[noun]]);

export const parts = {
  signIn: statesOf(signIn),
  account: statesOf(account),
  others: statesOf((Object.keys(allStates) as Noun[]).filter((noun) => !signIn.includes(noun) && !account.includes(noun))),
};
