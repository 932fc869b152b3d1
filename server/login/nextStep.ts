/** What follows a first factor: nothing, a code or a passkey, or setting one of them up. */
import type { Outcome } from '../../api/contract/login.ts';
import { hasAdministrativeRole } from '../../api/contract/person.ts';
import type { Config } from '../config/config.ts';
import type { Queries, Transaction } from '../db/database.ts';
import { mfaRequiredBy } from '../session/mfaRule.ts';
import type { Account } from './accounts.ts';

export type Step = Exclude<Outcome['outcome'], 'Rejected'>;

export interface SecondFactors {
  /** Whether this browser skips the MFA code for this user; provided by the MFA module. */
  readonly remembersBrowser: (tx: Transaction, userId: string, browser: string | undefined, now: Date) => Promise<boolean>;
  /** Deletes the browsers that skip the code; provided by the MFA module. */
  readonly forgetBrowsers: (tx: Transaction, userId: string) => Promise<unknown>;
  /** Whether the user has a passkey; provided by the passkeys module. */
  readonly hasPasskeys: (queries: Queries, userId: string) => Promise<boolean>;
}

/** @param remembered the browser's token */
export async function nextStep(
  config: Pick<Config, 'ADMIN_MFA'>,
  factors: SecondFactors,
  tx: Transaction,
  account: Pick<Account, 'user_id' | 'roles' | 'house' | 'mfa_enrolled_at' | 'mfa_required' | 'mfa_required_override'>,
  { remembered, now }: { readonly remembered: string | undefined; readonly now: Date },
): Promise<Step> {
  if (!account.mfa_enrolled_at) {
    if (mfaRequiredBy(config, account) === null) return 'SignedIn';
    // A passkey is the second factor: enrolling another with the password alone would replace it.
    return (await factors.hasPasskeys(tx, account.user_id)) ? 'MfaCodeRequired' : 'MfaEnrolmentRequired';
  }
  // Administrators prove the second factor at each login; a browser may be from before they were.
  if (hasAdministrativeRole(account)) {
    await factors.forgetBrowsers(tx, account.user_id);
    return 'MfaCodeRequired';
  }
  return (await factors.remembersBrowser(tx, account.user_id, remembered, now)) ? 'SignedIn' : 'MfaCodeRequired';
}

/** Where the browser goes on. */
export const redirectOf = (step: Step, targetUrl: string, remember: boolean): string =>
  ({
    SignedIn: targetUrl,
    MfaCodeRequired: `/LoginMfa/${String(remember)}`,
    MfaEnrolmentRequired: '/EnrolMfa',
  })[step];
