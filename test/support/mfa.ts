/** Authenticators and half-done sign-ins, as tests of several rooms need them. */
import { type DemoUser, DEMO_PASSWORD, totp } from './as.ts';
import { type Client, type ClientOptions, createClient } from './client.ts';
import type { TestServer } from './server.ts';

/** Lets codes of this half minute be used again: a code is spent once, and tests don't wait for the next one. */
export async function unspendCodes({ database }: Pick<TestServer, 'database'>, userName: string): Promise<void> {
  await database.query('UPDATE users SET mfa_last_step = 0 WHERE user_name = $1', [userName]);
}

/** Takes somebody's second factor away, with all that goes with it. */
export async function withoutMfa({ database }: Pick<TestServer, 'database'>, userName: string): Promise<void> {
  await database.query(
    `UPDATE users SET mfa_secret = NULL, mfa_enrolled_at = NULL, mfa_last_step = 0, mfa_required_override = NULL
      WHERE user_name = $1`,
    [userName],
  );
  for (const table of ['recovery_codes', 'remembered_browsers'])
    await database.query(`DELETE FROM ${table} WHERE user_id = (SELECT user_id FROM users WHERE user_name = $1)`, [userName]);
}

/** A browser after the password alone: what it is asked for now is the server's to say. */
export async function halfSignedIn(
  server: TestServer,
  userName: DemoUser | (string & {}),
  body: { rememberMe?: boolean; returnUrl?: string } = {},
  options?: ClientOptions,
): Promise<Client> {
  const client = createClient(server, options);
  const { outcome } = await client.ok('Login.Login', { body: { userName, password: DEMO_PASSWORD, ...body } });
  if (outcome !== 'MfaCodeRequired' && outcome !== 'MfaEnrolmentRequired') throw new Error(`${userName} got ${outcome}`);
  return client;
}

/** Enrols as the enrolment page does; gives the key and the recovery codes. */
export async function enrol(client: Client): Promise<{ key: string; recoveryCodes: string[]; redirectUrl: string | undefined }> {
  const { sharedKey } = await client.ok('Mfa.BeginEnable');
  const { recoveryCodes, redirectUrl } = await client.ok('Mfa.Enable', { body: { code: totp(sharedKey) } });
  return { key: sharedKey, recoveryCodes, redirectUrl };
}

/** Six digits that no step near now has. */
export function wrongCode(key?: string): string {
  const near = new Set([-2, -1, 0, 1, 2, 3].map((ahead) => totp(key, ahead)));
  const free = Array.from({ length: 7 }, (_, digit) => String(digit).repeat(6)).find((code) => !near.has(code));
  return free as string;
}
