/** MFA helpers: authenticators and logins that are still missing the second factor. */
import { type DemoUser, DEMO_PASSWORD, totp } from './logInAs.ts';
import { type Client, type ClientOptions, createClient } from './client.ts';
import type { TestServer } from './server.ts';

/** Allows codes of the current 30 s step again. The server accepts each once, and tests should not wait for the next. */
export async function resetUsedCodes({ database }: Pick<TestServer, 'database'>, userName: string): Promise<void> {
  await database.query('UPDATE users SET mfa_last_step = 0 WHERE user_name = $1', [userName]);
}

/** Removes a user's MFA with its recovery codes, remembered browsers and override. */
export async function removeMfa({ database }: Pick<TestServer, 'database'>, userName: string): Promise<void> {
  await database.query(
    `UPDATE users SET mfa_secret = NULL, mfa_enrolled_at = NULL, mfa_last_step = 0, mfa_required_override = NULL
      WHERE user_name = $1`,
    [userName],
  );
  for (const table of ['recovery_codes', 'remembered_browsers'])
    await database.query(`DELETE FROM ${table} WHERE user_id = (SELECT user_id FROM users WHERE user_name = $1)`, [userName]);
}

/** A client that has passed the password step only. @throws Error unless the server then asks for a code or enrolment */
export async function pendingMfaSession(
  server: TestServer,
  userName: DemoUser | (string & {}),
  body: { password?: string; rememberMe?: boolean; returnUrl?: string } = {},
  options?: ClientOptions,
): Promise<Client> {
  const client = createClient(server, options);
  const { outcome } = await client.ok('Login.Login', { body: { userName, password: DEMO_PASSWORD, ...body } });
  if (outcome !== 'MfaCodeRequired' && outcome !== 'MfaEnrolmentRequired') throw new Error(`Login of ${userName}: ${outcome}`);
  return client;
}

/** Enrols in MFA as the enrolment page does. */
export async function enrol(client: Client): Promise<{ key: string; recoveryCodes: string[]; redirectUrl: string | undefined }> {
  const { sharedKey } = await client.ok('Mfa.BeginEnable');
  const { recoveryCodes, redirectUrl } = await client.ok('Mfa.Enable', { body: { code: totp(sharedKey) } });
  return { key: sharedKey, recoveryCodes, redirectUrl };
}

/** Logs in with the password of the demo and a code that may have been used before. @returns the outcome */
export async function logInWithCode(server: TestServer, userName: string, key: string): Promise<string> {
  await resetUsedCodes(server, userName);
  const client = createClient(server);
  await client.ok('Login.Login', { body: { userName, password: DEMO_PASSWORD } });
  return (await client.ok('Mfa.Login', { body: { code: totp(key) } })).outcome;
}

/** Six digits that are not the code of any step from -60 s to +90 s. */
export function wrongCode(key?: string): string {
  const near = new Set([-2, -1, 0, 1, 2, 3].map((ahead) => totp(key, ahead)));
  const free = Array.from({ length: 7 }, (_, digit) => String(digit).repeat(6)).find((code) => !near.has(code));
  return free as string;
}
