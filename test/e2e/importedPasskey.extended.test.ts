/** Who came from Keycloak logs in with the passkey of there: Chromium signs with it, under the user handle that Keycloak gave. */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createAuthenticator } from '../support/authenticator.ts';
import { useBrowser } from '../support/browser.ts';
import { keycloakPasskey, keycloakRealm, keycloakUser } from '../support/foreignFiles.ts';
import { awaitImport, readForeignFile } from '../support/foreignImports.ts';
import { logInAs } from '../support/logInAs.ts';
import { useServer } from '../support/useServer.ts';
import { addAuthenticator, type Credential } from '../support/virtualAuthenticator.ts';
import { LoginPage } from './pages/LoginPage.ts';
import { heading, press, visibleText, waitForText } from './pages/onPage.ts';
import { LOG_IN, waitForPasskeyButton } from './pages/passkeys.ts';

const site = useServer({ publicHost: 'localhost', env: { SECRET_KEY: 'movein-movein-movein-movein-movein-movein' } });
const browser = useBrowser();

/** Somebody with a passkey at Keycloak, and the passkey as it is in the device. */
function former(userName: string, synced: boolean): { user: object; credential: Credential } {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const device = createAuthenticator({ origin: site.url, keys, synced });
  const id = randomUUID();
  device.create({
    rp: { id: 'localhost', name: 'Keycloak' },
    user: { id: Buffer.from(id).toString('base64url'), name: userName, displayName: userName },
    challenge: 'AAAA',
  });
  const credentialId = Buffer.from(device.credentialId, 'base64url');
  const signCount = synced ? 0 : 7;
  const passkey = keycloakPasskey({ id: credentialId, coseKey: device.coseKey, counter: signCount });
  return {
    user: { ...keycloakUser(userName, { credentials: [passkey] }), id, username: userName },
    credential: {
      ...{ credentialId: credentialId.toString('base64'), isResidentCredential: true, rpId: 'localhost', signCount },
      userHandle: Buffer.from(id).toString('base64'),
      privateKey: keys.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      ...{ backupEligibility: synced, backupState: synced },
    },
  };
}

test.each([
  ['of a password manager', 'pia_phone', true],
  ['of one device that counts', 'kim_key', false],
])('a passkey %s, made at Keycloak, logs in twice, and is among the passkeys', async (_what, userName, synced) => {
  const { user, credential } = former(userName, synced);
  const sysadmin = await logInAs(site, 'sysadmin');
  const organisations = await sysadmin.ok('Organisations.List');
  const organisationId = organisations.find(({ organisationName }) => organisationName === 'Harbour Mutual')?.publicId ?? '';
  const settings = { webAuthnPolicyRpId: 'localhost', webAuthnPolicyPasswordlessRpId: 'localhost' };
  const { importId, choices } = await readForeignFile(sysadmin, keycloakRealm([user], settings));
  await sysadmin.ok('Imports.Choose', { importId, body: { ...choices, organisationId } });
  await sysadmin.ok('Imports.Start', { importId });
  await awaitImport(sysadmin, importId, 'done');

  for (let turn = 0; turn < 2; turn += 1) {
    const page = await browser.newPage();
    // Only the button asks for a passkey.
    await page.evaluateOnNewDocument(() => {
      if ('PublicKeyCredential' in window) PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
    });
    const authenticator = await addAuthenticator(page, { synced });
    await authenticator.add({ ...credential, signCount: credential.signCount + turn });
    await new LoginPage(page, site).open('/Login/Gatehouse');
    await waitForPasskeyButton(page);
    await press(page, LOG_IN);
    await heading(page, 'Security details');
    await waitForText(page, 'Blue key');
    expect(await visibleText(page)).toContain(synced ? 'Synced' : 'On one device only');
    await page.close();
  }
});
