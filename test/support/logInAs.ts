/** Logs in as one of the demo accounts. */
import * as OTPAuth from 'otpauth';
import { createClient, type Client, type ClientOptions } from './client.ts';

export const DEMO_PASSWORD = 'Demo-pass-1';
const DEMO_MFA_KEY = 'JBSWY3DPEHPK3PXP';

export type DemoUser =
  | 'sysadmin'
  | 'subadmin'
  | 'ordinary'
  | 'mfa_user'
  | 'disabled_user'
  | 'locked_user'
  | 'support_user'
  | 'second_sub'
  | 'must_enrol'
  | 'system_only';

/** A client with a full session, including the MFA code for `mfa_user`. @throws Error if the login ends in any other outcome */
export async function logInAs(
  server: { readonly url: string },
  userName: DemoUser | (string & {}),
  options?: ClientOptions & { readonly password?: string },
): Promise<Client> {
  const client = createClient(server, options);
  let { outcome } = await client.ok('Login.Login', { body: { userName, password: options?.password ?? DEMO_PASSWORD } });
  if (outcome === 'MfaCodeRequired') outcome = await sendMfaCode(client);
  if (outcome !== 'SignedIn') throw new Error(`Login of ${userName}: ${outcome} instead of a session`);
  return client;
}

/** Each code is accepted once: a second login within the same 30 s step uses the next step's code, a third has to wait. */
async function sendMfaCode(client: Client) {
  const now = await client.call('Mfa.Login', { body: { code: totp() } });
  return (now.body ?? (await client.ok('Mfa.Login', { body: { code: totp(DEMO_MFA_KEY, 1) } }))).outcome;
}

/** TOTP code for `key`, `stepsAhead` steps of 30 s from now. The server accepts the next step's code early. */
export const totp = (key = DEMO_MFA_KEY, stepsAhead = 0): string =>
  new OTPAuth.TOTP({ secret: OTPAuth.Secret.fromBase32(key) }).generate({ timestamp: Date.now() + stepsAhead * 30_000 });
