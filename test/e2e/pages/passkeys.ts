/** Helpers for passkeys in the browser. */
import { generateKeyPairSync } from 'node:crypto';
import type { Page } from 'puppeteer';
import { createAuthenticator } from '../../support/authenticator.ts';
import type { Client } from '../../support/client.ts';
import type { Credential } from '../../support/virtualAuthenticator.ts';

export const LOG_IN = 'Log in with a passkey';

/** Waits for the button, which comes after the form. */
export const waitForPasskeyButton = (page: Page) => page.waitForSelector(`::-p-aria([name="${LOG_IN}"][role="button"])`);

/** Registers a passkey by the API. @returns the credential for a virtual authenticator */
export async function registerPasskey(client: Client, { name = 'Phone', signCount = 0 } = {}): Promise<Credential> {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const options = await client.ok('Passkeys.RegistrationOptions');
  const authenticator = createAuthenticator({ origin: client.url, keys });
  await client.ok('Passkeys.Create', { body: { name, response: authenticator.create(options, { signCount }) } });
  return {
    credentialId: Buffer.from(authenticator.credentialId, 'base64url').toString('base64'),
    isResidentCredential: true,
    rpId: options.rp.id,
    userHandle: Buffer.from(options.user.id, 'base64url').toString('base64'),
    privateKey: keys.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    signCount,
    backupEligibility: false,
    backupState: false,
  };
}
