/** Guessing of MFA codes: few attempts per login and per account, reported to the owner. */
import { DEMO_PASSWORD, totp } from '../../support/logInAs.ts';
import { createClient } from '../../support/client.ts';
import { pendingMfaSession, wrongCode } from '../../support/mfa.ts';
import { useServer } from '../../support/useServer.ts';
import { forgetFailures } from '../../support/changeUser.ts';
import { eventsAfter, lastSeq } from '../../support/auditEvents.ts';

const site = useServer();

beforeEach(() => forgetFailures(site));

describe('Guessing MFA codes', () => {
  it('is limited to five attempts per login; then the right code is refused too', async () => {
    const client = await pendingMfaSession(site, 'mfa_user');
    for (let guess = 1; guess <= 5; guess += 1)
      expect(await client.call('Mfa.Login', { body: { code: wrongCode() } })).toMatchObject({
        status: 400,
        problem: { code: 'InvalidCode' },
      });
    expect(await client.call('Mfa.Login', { body: { code: totp() } })).toMatchObject({ status: 401 });
    expect((await client.call('Login.Check')).headers.get('location')).toBe('/Login');
  });

  it('counts recovery codes and authenticator codes alike', async () => {
    const client = await pendingMfaSession(site, 'mfa_user');
    for (let guess = 1; guess <= 5; guess += 1)
      await (guess % 2
        ? client.call('Mfa.Login', { body: { code: wrongCode() } })
        : client.call('Mfa.RecoveryCode', { body: { code: 'AAAA-BBBB' } }));
    expect(await client.call('Mfa.Login', { body: { code: totp() } })).toMatchObject({ status: 401 });
  });

  it('is not extended by starting more logins: ten wrong codes in a row lock the account', async () => {
    const clients = [
      await pendingMfaSession(site, 'mfa_user'),
      await pendingMfaSession(site, 'mfa_user'),
      await pendingMfaSession(site, 'mfa_user'),
    ];
    for (const client of clients.slice(0, 2))
      for (let guess = 1; guess <= 5; guess += 1) await client.call('Mfa.Login', { body: { code: wrongCode() } });
    const late = await clients[2]?.ok('Mfa.Login', { body: { code: totp() } });
    expect(late).toMatchObject({ outcome: 'Rejected', reason: 'Locked', retryAfterSeconds: expect.any(Number) as number });
    expect(await createClient(site).ok('Login.Login', { body: { userName: 'mfa_user', password: DEMO_PASSWORD } })).toMatchObject(
      {
        outcome: 'Rejected',
        reason: 'Locked',
      },
    );
  });

  it('is reported to the owner at the next login, together with the wrong passwords', async () => {
    await createClient(site).call('Login.Login', { body: { userName: 'mfa_user', password: 'wrong' } });
    const guesser = await pendingMfaSession(site, 'mfa_user');
    await guesser.call('Mfa.Login', { body: { code: wrongCode() } });
    const owner = await pendingMfaSession(site, 'mfa_user');
    const outcome = await owner.ok('Mfa.Login', { body: { code: totp() } });
    expect(outcome).toMatchObject({ outcome: 'SignedIn', failedSignIns: 2 });
    expect(Date.now() - Date.parse(outcome.lastFailedAt ?? '')).toBeLessThan(60_000);
    const next = await pendingMfaSession(site, 'mfa_user');
    expect(await next.ok('Mfa.Login', { body: { code: totp(undefined, 1) } })).not.toHaveProperty('failedSignIns');
  });

  it('writes an audit event for every attempt', async () => {
    const client = await pendingMfaSession(site, 'mfa_user');
    const seq = await lastSeq(site);
    await client.call('Mfa.Login', { body: { code: wrongCode() } });
    await client.ok('Mfa.Login', { body: { code: totp() } });
    const events = await eventsAfter(site, seq, 'actor', 'action', 'outcome', 'details');
    expect(events).toEqual([
      { actor: 'mfa_user', action: 'Mfa.Login', outcome: 'failure', details: { reason: 'InvalidCode', failures: 1 } },
      { actor: 'mfa_user', action: 'Mfa.Login', outcome: 'success', details: { outcome: 'SignedIn' } },
    ]);
  });
});
