/** A passkey whose password manager syncs it, or no longer does: its owner reads that, and nobody else. */
import { generateKeyPairSync } from 'node:crypto';
import { addPasskey, logInWithPasskey, type Falsified } from '../../support/authenticator.ts';
import { createClient } from '../../support/client.ts';
import { last } from '../../support/facts.ts';
import { logInAs } from '../../support/logInAs.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { auditEvents } from '../../support/auditEvents.ts';

const site = useServer();
const refused = { status: 400, problem: { code: 'PasskeyRefused' } };

async function ownerOfPasskey(options: Parameters<typeof addPasskey>[1] = {}) {
  const account = await unusedMember(site, { organisation: 'Harbour Mutual' });
  const client = await logInAs(site, account.userName);
  return { ...account, client, phone: await addPasskey(client, options) };
}
const reasonFor = async (userId: string) =>
  (await last(auditEvents(site, { action: 'Passkeys.Login', targetUserId: userId }))).details.reason;

describe('A passkey that its password manager has changed', () => {
  const changed = { status: 400, problem: { code: 'PasskeyChanged' } };
  const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  test.each<[string, { readonly synced: boolean }, Falsified]>([
    ['that is synced from now on', { synced: false }, { backupEligible: true, backedUp: true }],
    ['that may be synced, and is not yet', { synced: false }, { backupEligible: true, backedUp: false }],
    ['that is of one device from now on', { synced: true }, { backupEligible: false, backedUp: false }],
    ['that counts anew as well', { synced: false }, { backupEligible: true, signCount: 0 }],
  ])('has its own reason: one %s', async (_what, made, falsified) => {
    const { phone, client, userId } = await ownerOfPasskey(made);
    for (const _again of [1, 2]) expect(await logInWithPasskey(createClient(site), phone, { falsified })).toMatchObject(changed);
    expect(await reasonFor(userId)).toBe('ChangedPasskey');
    const proof = phone.get(await client.ok('Passkeys.LoginOptions'), falsified);
    expect(await client.call('Login.ConfirmIdentity', { body: { passkey: proof } })).toMatchObject(changed);
  });

  test.each<[string, Falsified]>([
    ['by another key', { privateKey: otherKey }],
    ['on a page of another origin', { origin: 'https://gatehouse.example' }],
    ['for another relying party', { rpId: 'gatehouse.example' }],
    ['without a verified user', { userVerified: false }],
    ['for another user', { userHandle: Buffer.from('00000000-0000-4000-8000-000000000000').toString('base64url') }],
  ])('tells that to its owner alone: not if signed %s', async (_how, falsified) => {
    const { phone } = await ownerOfPasskey();
    expect(
      await logInWithPasskey(createClient(site), phone, { falsified: { backupEligible: true, ...falsified } }),
    ).toMatchObject(refused);
  });

  test('logs in once it is removed and added again', async () => {
    const { phone, client } = await ownerOfPasskey();
    expect(await logInWithPasskey(createClient(site), phone, { falsified: { backupEligible: true } })).toMatchObject(changed);
    const [listed] = await client.ok('Passkeys.List');
    await client.ok('Passkeys.Delete', { passkeyId: listed!.passkeyId });
    const again = await addPasskey(client, { synced: true });
    expect((await logInWithPasskey(createClient(site), again)).body).toMatchObject({ outcome: 'SignedIn' });
  });
});
