/** Chromium's virtual authenticator: passkeys in a page, without a device. */
import type { CDPSession, Page, Protocol } from 'puppeteer';

export type Credential = Protocol.WebAuthn.Credential;

export interface VirtualAuthenticator {
  credentials(): Promise<Credential[]>;
  add(credential: Credential): Promise<void>;
  clear(): Promise<void>;
  /** Whether its user touches it as soon as it asks; otherwise it waits. */
  setPresence(isPresent: boolean): Promise<void>;
  /** Whether it recognises its user. */
  setVerified(isVerified: boolean): Promise<void>;
}

interface Options {
  /** Whether it is a password manager that syncs; otherwise it is a device that counts its signatures. */
  readonly synced?: boolean;
  readonly present?: boolean;
}

export async function addAuthenticator(
  page: Page,
  { synced = false, present = true }: Options = {},
): Promise<VirtualAuthenticator> {
  const cdp: CDPSession = await page.createCDPSession();
  await cdp.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: present,
      defaultBackupEligibility: synced,
      defaultBackupState: synced,
    },
  });
  return {
    credentials: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    add: (credential) => cdp.send('WebAuthn.addCredential', { authenticatorId, credential }),
    clear: () => cdp.send('WebAuthn.clearCredentials', { authenticatorId }),
    setPresence: (enabled) => cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    setVerified: (isUserVerified) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}
