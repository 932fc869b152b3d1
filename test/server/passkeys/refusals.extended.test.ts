/** Refused logins with a passkey: the reply is always the same, whichever account is named. */
import { generateKeyPairSync } from 'node:crypto';
import { addPasskey, createAuthenticator, logInWithPasskey, type Falsified } from '../../support/authenticator.ts';
import { createClient } from '../../support/client.ts';
import { logInAs } from '../../support/logInAs.ts';
import { awaitMail } from '../../support/mails.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { startServer, startServerProcess } from '../../support/server.ts';
import { useServer } from '../../support/useServer.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { last } from '../../support/facts.ts';
import { approve } from '../../support/organisations.ts';
import { queuedMails } from '../../support/queuedMails.ts';

const site = useServer();
const refused = { status: 400, problem: { code: 'PasskeyRefused' } };

async function ownerOfPasskey(options: Parameters<typeof addPasskey>[1] = {}) {
  const account = await unusedMember(site, { organisation: 'Harbour Mutual' });
  const client = await logInAs(site, account.userName);
  return { ...account, client, phone: await addPasskey(client, options) };
}
const reasonFor = async (userId: string | null) =>
  (await last(auditEvents(site, { action: 'Passkeys.Login', targetUserId: userId }))).details.reason;

describe('A response is refused', () => {
  const falsifications: Readonly<Record<string, Falsified>> = {
    'of a page of another origin': { origin: 'https://gatehouse.example' },
    'of the same host under another port': { origin: 'http://127.0.0.1:1' },
    'of a page in a frame of another origin': { crossOrigin: true },
    'for another relying party': { rpId: 'gatehouse.example' },
    'of a registration': { type: 'webauthn.create' },
    'with a challenge that was never issued': { challenge: 'A'.repeat(43) },
    'of a device that did not verify its user': { userVerified: false },
    'without the presence of a user': { userPresent: false },
    'signed with another key': { privateKey: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey },
    'that names another user': { userHandle: Buffer.from('00000000-0000-4000-8000-000000000000').toString('base64url') },
    'that names no user': { userHandle: null },
    'of a key that may be synced, and might not when it was made': { backupEligible: true },
    'of a key that is synced but may not be': { backedUp: true },
  };
  test.each(Object.entries(falsifications))('%s', async (_name, falsified) => {
    const { phone, userId } = await ownerOfPasskey();
    const browser = createClient(site);
    // What a password manager has changed has its own reason: trying again does not help.
    const isChanged = 'backupEligible' in falsified;
    expect(await logInWithPasskey(browser, phone, { falsified })).toMatchObject(
      isChanged ? { status: 400, problem: { code: 'PasskeyChanged' } } : refused,
    );
    const reason = 'challenge' in falsified || 'crossOrigin' in falsified ? 'ChallengeGone' : 'InvalidPasskey';
    expect(await reasonFor(userId)).toBe(isChanged ? 'ChangedPasskey' : reason);
    expect(await browser.cookie('session')).toBeUndefined();
    expect((await logInWithPasskey(browser, phone)).body).toMatchObject({ outcome: 'SignedIn' });
  });
});

describe('A challenge', () => {
  test('is answered once, right or wrong', async () => {
    const { phone } = await ownerOfPasskey();
    const browser = createClient(site);
    const options = await browser.ok('Passkeys.LoginOptions');
    const response = phone.get(options);
    expect((await browser.call('Passkeys.Login', { body: { response } })).body).toMatchObject({ outcome: 'SignedIn' });
    await browser.ok('Login.Logout');
    expect(await browser.call('Passkeys.Login', { body: { response } })).toMatchObject(refused);
    expect(await browser.call('Passkeys.Login', { body: { response: phone.get(options) } })).toMatchObject(refused);
    const next = await browser.ok('Passkeys.LoginOptions');
    const wrong = phone.get(next, { userVerified: false });
    expect(await browser.call('Passkeys.Login', { body: { response: wrong } })).toMatchObject(refused);
    expect(await browser.call('Passkeys.Login', { body: { response: phone.get(next) } })).toMatchObject(refused);
  });

  test('is answered once, by twenty at once', async () => {
    const { phone, userId } = await ownerOfPasskey({ synced: true });
    const browser = createClient(site);
    const response = phone.get(await browser.ok('Passkeys.LoginOptions'));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => createClient(site, { jar: browser.jar }).call('Passkeys.Login', { body: { response } })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const logins = await auditEvents(site, { action: 'Passkeys.Login', outcome: 'success', targetUserId: userId });
    expect(logins).toHaveLength(1);
  });

  test('belongs to the browser that asked for it', async () => {
    const { phone } = await ownerOfPasskey();
    const response = phone.get(await createClient(site).ok('Passkeys.LoginOptions'));
    const other = createClient(site);
    await other.ok('Passkeys.LoginOptions');
    expect(await other.call('Passkeys.Login', { body: { response } })).toMatchObject(refused);
  });

  test('of one tab outlives the questions of others', async () => {
    const { phone } = await ownerOfPasskey();
    const browser = createClient(site);
    const first = await browser.ok('Passkeys.LoginOptions');
    await browser.ok('Passkeys.LoginOptions');
    expect((await browser.call('Passkeys.Login', { body: { response: phone.get(first) } })).body).toMatchObject({
      outcome: 'SignedIn',
    });
  });

  test('is for five minutes, and stored as a hash only', async () => {
    const { phone } = await ownerOfPasskey();
    const browser = createClient(site);
    const options = await browser.ok('Passkeys.LoginOptions');
    const clear = Buffer.from(options.challenge, 'base64url');
    const rows = await site.database.query<{ challenge: Buffer; browser: Buffer; left: number }>(
      `SELECT challenge_hash AS challenge, browser_hash AS browser, extract(epoch FROM expires_at - now())::float AS left
         FROM passkey_challenges`,
    );
    const stored = rows.flatMap(({ challenge, browser: hash }) => [challenge, hash].map((bytes) => bytes.toString('base64url')));
    expect(stored).not.toContain(clear.toString('base64url'));
    expect(stored).not.toContain(await browser.cookie('passkey'));
    expect(Math.max(...rows.map(({ left }) => left))).toBeLessThanOrEqual(300);
    await site.database.query(`UPDATE passkey_challenges SET expires_at = expires_at - interval '5 minutes'`);
    expect(await browser.call('Passkeys.Login', { body: { response: phone.get(options) } })).toMatchObject(refused);
  });

  test('of a login registers nothing', async () => {
    const { client } = await ownerOfPasskey();
    const options = await client.ok('Passkeys.RegistrationOptions');
    const { challenge } = await client.ok('Passkeys.LoginOptions');
    const response = createAuthenticator({ origin: site.url }).create({ ...options, challenge });
    expect(await client.call('Passkeys.Create', { body: { name: 'Phone', response } })).toMatchObject(refused);
  });

  test('is given LIMIT_PASSKEY_CHALLENGES times per address in a quarter of an hour', async () => {
    const limited = await startServer({ env: { LIMIT_PASSKEY_CHALLENGES: '3' } });
    try {
      const ask = () => createClient(limited).call('Passkeys.LoginOptions');
      for (let asked = 0; asked < 3; asked += 1) expect((await ask()).status).toBe(200);
      const answer = await ask();
      expect(answer).toMatchObject({ status: 429, problem: { code: 'TooManyRequests' } });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      await limited.stop();
    }
  });
});

describe('A registration is refused', () => {
  const falsifications: Readonly<Record<string, Falsified>> = {
    'of a page of another origin': { origin: 'https://gatehouse.example' },
    'for another relying party': { rpId: 'gatehouse.example' },
    'of a device that did not verify its user': { userVerified: false },
    'of a login': { type: 'webauthn.get' },
    'with a challenge that was never issued': { challenge: 'A'.repeat(43) },
    'of a page in a frame of another origin': { crossOrigin: true },
  };
  test.each(Object.entries(falsifications))('%s', async (_name, falsified) => {
    const { client } = await ownerOfPasskey();
    const response = createAuthenticator({ origin: site.url }).create(await client.ok('Passkeys.RegistrationOptions'), falsified);
    expect(await client.call('Passkeys.Create', { body: { name: 'Phone', response } })).toMatchObject(refused);
    expect(await client.ok('Passkeys.List')).toHaveLength(1);
  });

  test('with the challenge of another user in the same browser', async () => {
    const { client } = await ownerOfPasskey();
    const options = await client.ok('Passkeys.RegistrationOptions');
    const other = await unusedMember(site, { organisation: 'Harbour Mutual' });
    const second = await logInAs(site, other.userName, { jar: client.jar });
    const response = createAuthenticator({ origin: site.url }).create(options);
    expect(await second.call('Passkeys.Create', { body: { name: 'Phone', response } })).toMatchObject(refused);
  });
});

describe('The signature counter', () => {
  test('that does not grow shows a copy, which is refused; the owner is notified once', async () => {
    const { phone, userId, email, client } = await ownerOfPasskey();
    expect((await logInWithPasskey(createClient(site), phone, { falsified: { signCount: 100 } })).status).toBe(200);
    for (const signCount of [100, 99, 0])
      expect(await logInWithPasskey(createClient(site), phone, { falsified: { signCount } })).toMatchObject(refused);
    expect(await reasonFor(userId)).toBe('ClonedPasskey');
    const mail = await awaitMail(site, ({ to, subject }) => to[0] === email && subject.includes('may have been copied'));
    expect(mail.text).toContain('Passkey: Phone');
    const mails = await queuedMails(site, { recipient: email, template: 'passkeyCloned' });
    expect(mails).toHaveLength(1);
    const options = await client.ok('Passkeys.LoginOptions');
    const proof = phone.get(options, { signCount: 100 });
    expect(await client.call('Login.ConfirmIdentity', { body: { passkey: proof } })).toMatchObject(refused);
    expect((await logInWithPasskey(createClient(site), phone, { falsified: { signCount: 101 } })).status).toBe(200);
  });

  test('stays 0 where the authenticator does not count', async () => {
    const { phone } = await ownerOfPasskey({ synced: true });
    for (let use = 0; use < 2; use += 1) expect((await logInWithPasskey(createClient(site), phone)).status).toBe(200);
  });
});

test('The list follows the backup state: a passkey may be synced later', async () => {
  const { phone, client } = await ownerOfPasskey({ synced: true });
  const synced = async () => (await client.ok('Passkeys.List'))[0]?.synced;
  await logInWithPasskey(createClient(site), phone, { falsified: { backedUp: false } });
  expect(await synced()).toBe(false);
  await logInWithPasskey(createClient(site), phone);
  expect(await synced()).toBe(true);
});

describe('A user who may not log in', () => {
  const rejected = async (column: string, value: unknown) => {
    const owner = await ownerOfPasskey();
    await site.database.query(`UPDATE users SET ${column} = $1, mfa_failures = 10 WHERE user_id = $2`, [value, owner.userId]);
    const { body, headers } = await logInWithPasskey(createClient(site), owner.phone);
    expect(headers.getSetCookie().some((cookie) => cookie.includes('session='))).toBe(false);
    return { body, owner };
  };
  test('gets the reason if disabled', async () => {
    const { body, owner } = await rejected('enabled', false);
    expect(body).toEqual({ outcome: 'Rejected', reason: 'Disabled' });
    expect(await reasonFor(owner.userId)).toBe('Disabled');
  });
  test('gets the time left if locked', async () => {
    const { body } = await rejected('locked_until', new Date(Date.now() + 600_000));
    expect(body).toEqual({ outcome: 'Rejected', reason: 'Locked', retryAfterSeconds: expect.any(Number) as number });
  });
  test('gets the reason if the organisation is not approved', async () => {
    const { phone } = await ownerOfPasskey();
    await approve(site, 'Harbour Mutual', false);
    const { body } = await logInWithPasskey(createClient(site), phone);
    await approve(site, 'Harbour Mutual');
    expect(body).toEqual({ outcome: 'Rejected', reason: 'NotApproved' });
  });
  test('is not locked by strangers’ guesses in a browser that has logged in before', async () => {
    const { phone, client, userId } = await ownerOfPasskey();
    await site.database.query(
      `UPDATE users SET locked_until = now() + interval '10 minutes', failed_sign_ins = 5 WHERE user_id = $1`,
      [userId],
    );
    await client.ok('Login.Logout');
    expect((await logInWithPasskey(client, phone)).body).toMatchObject({ outcome: 'SignedIn', failedSignIns: 5 });
  });
});

describe('An unknown passkey, a deleted one and one with a wrong signature', () => {
  const wrong = { privateKey: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey };
  /** The reply without the parts that differ in every response. */
  const seen = ({ status, headers, text }: { status: number; headers: Headers; text: string }) => ({
    status,
    text,
    headers: [...headers.keys()].filter((name) => name !== 'date').sort(),
    cookies: headers.getSetCookie().map((cookie) => cookie.split('=')[0]),
  });

  test('are refused with the same bytes', async () => {
    const { phone, client, userId } = await ownerOfPasskey();
    const { passkeyId, ...deleted } = await addPasskey(client, { name: 'Deleted' });
    await client.ok('Passkeys.Delete', { passkeyId });
    const stranger = createAuthenticator({ origin: site.url });
    const unknownHandle = Buffer.from('00000000-0000-4000-8000-000000000000').toString('base64url');
    const cases = {
      unknown: () => logInWithPasskey(createClient(site), stranger, { falsified: { userHandle: unknownHandle } }),
      deleted: () => logInWithPasskey(createClient(site), deleted),
      wrong: () => logInWithPasskey(createClient(site), phone, { falsified: wrong }),
    };
    const answers = await Promise.all(Object.values(cases).map((attempt) => attempt()));
    expect(new Set(answers.map((answer) => JSON.stringify(seen(answer)))).size).toBe(1);
    expect(await reasonFor(null)).toBe('UnknownPasskey');
    expect(await reasonFor(userId)).toBe('InvalidPasskey');
  });

  test('take the server as many checks of a signature', async () => {
    const counting = await startServerProcess({ publicHost: 'localhost', preload: ['./test/support/costlyWork.mjs'] });
    try {
      const phone = await addPasskey(await logInAs(counting, 'ordinary'));
      const stranger = createAuthenticator({ origin: counting.url });
      const workFor = async (attempt: () => Promise<unknown>) => {
        await counting.queryPreload();
        expect(await attempt()).toMatchObject(refused);
        return counting.queryPreload();
      };
      const known = await workFor(() => logInWithPasskey(createClient(counting), phone, { falsified: wrong }));
      expect(known).toEqual({ hashes: 0, signatures: 1 });
      expect(await workFor(() => logInWithPasskey(createClient(counting), stranger))).toEqual(known);
    } finally {
      await counting.stop();
    }
  });

  test('count for the address like wrong passwords', async () => {
    const limited = await startServer({ env: { LIMIT_LOGINS_PER_ADDRESS: '2' } });
    try {
      const attempt = () => logInWithPasskey(createClient(limited), createAuthenticator({ origin: limited.url }));
      for (let failed = 0; failed < 2; failed += 1) expect(await attempt()).toMatchObject(refused);
      expect(await attempt()).toMatchObject({ status: 429, problem: { code: 'TooManyRequests' } });
      const body = { userName: 'ordinary', password: 'Demo-pass-1' };
      expect(await createClient(limited).call('Login.Login', { body })).toMatchObject({ status: 429 });
    } finally {
      await limited.stop();
    }
  });
});
