/** A passkey that Chromium has made for Keycloak on this domain comes with its user, and logs in here. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElementHandle } from 'puppeteer';
import { useBrowser } from '../support/browser.ts';
import { copySessionToPage } from '../support/copySessionToPage.ts';
import { keycloakPasskey, keycloakRealm, keycloakUser } from '../support/foreignFiles.ts';
import { logInAs } from '../support/logInAs.ts';
import { useServer } from '../support/useServer.ts';
import { addAuthenticator } from '../support/virtualAuthenticator.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { fillField, press, waitForPath, waitForText } from './pages/onPage.ts';
import { LOG_IN, waitForPasskeyButton } from './pages/passkeys.ts';

const site = useServer({ publicHost: 'localhost', env: { SECRET_KEY: 'movein-movein-movein-movein-movein-movein' } });
const browser = useBrowser();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'move-in-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const DOMAIN = 'Passkeys of the former system were made for the domain';

/** Runs in the page, as Keycloak's page for a new passkey does. @returns authenticator data, in base64 */
async function createPasskey(userId: string): Promise<string> {
  const credential = (await navigator.credentials.create({
    publicKey: {
      rp: { id: 'localhost', name: 'Keycloak' },
      user: { id: new TextEncoder().encode(userId), name: 'chromia', displayName: 'Chromia' },
      challenge: new Uint8Array(32),
      pubKeyCredParams: [-7, -257].map((alg) => ({ type: 'public-key', alg })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    },
  })) as PublicKeyCredential;
  const data = new Uint8Array((credential.response as AuthenticatorAttestationResponse).getAuthenticatorData());
  return btoa(String.fromCharCode(...data));
}

/** Attested credential data (WebAuthn level 3, 6.5.1) begins after the domain's hash, the flags and the counter. */
function attested(data: Buffer): { readonly id: Buffer; readonly coseKey: Buffer; readonly counter: number } {
  const idEnd = 55 + data.readUInt16BE(53);
  return { id: data.subarray(55, idEnd), coseKey: data.subarray(idEnd), counter: data.readUInt32BE(33) };
}

async function moveIn(realm: string): Promise<void> {
  const page = await browser.newPage();
  await copySessionToPage(await logInAs(site, 'sysadmin'), page);
  await page.goto(`${site.url}/Users/MoveIn`);
  const path = join(folder, 'realm.json');
  await writeFile(path, realm);
  const picker = (await page.waitForSelector('input[type="file"]')) as ElementHandle<HTMLInputElement>;
  await picker.uploadFile(path);
  await waitForText(page, DOMAIN);
  await fillField(page, DOMAIN, 'localhost');
  await page.locator('::-p-aria([name="Organisation of people for whom nothing else says one"][role="combobox"])').click();
  await page
    .locator('::-p-xpath(//*[contains(@class, "ant-select-item-option-content") and normalize-space()="Harbour Mutual"])')
    .click();
  await press(page, 'Show what comes');
  await waitForText(page, 'with passkeys');

  await press(page, 'Bring 1 person');
  await waitForText(page, '1 person has come.');
  await page.close();
}

test.each([
  ['that is synced', true],
  ['of a device that counts', false],
])('a passkey %s comes from Keycloak and logs in', async (_what, synced) => {
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(() => {
    if ('PublicKeyCredential' in window) PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
  await addAuthenticator(page, { synced });
  const login = new LoginPage(page, site);
  await login.open();
  await waitForPasskeyButton(page);
  const id = randomUUID();
  const made = attested(Buffer.from(await page.evaluate(createPasskey, id), 'base64'));
  const userName = synced ? 'chromia_synced' : 'chromia_device';
  await moveIn(keycloakRealm([{ ...keycloakUser(userName, { credentials: [keycloakPasskey(made)] }), id }]));
  await press(page, LOG_IN);
  await waitForPath(page, '/SecurityDetails');
  expect(
    await site.database.row(
      `SELECT backup_eligible, last_used_at IS NOT NULL AS used FROM passkeys JOIN users USING (user_id) WHERE user_name = $1`,
      [userName],
    ),
  ).toEqual({ backup_eligible: synced, used: true });
  await page.close();
});
