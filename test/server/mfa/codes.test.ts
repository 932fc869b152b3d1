/** Recovery codes: format, single use, and no MFA secret in any readable place. */
import { logInAs, DEMO_PASSWORD, totp } from '../../support/logInAs.ts';
import { enrol, pendingMfaSession, resetUsedCodes, removeMfa } from '../../support/mfa.ts';
import { queuedMails } from '../../support/queuedMails.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();

const enrolled = async (userName: string) => {
  await removeMfa(site, userName);
  const client = await logInAs(site, userName);
  return { client, ...(await enrol(client)) };
};
const mailsTo = (userName: string) =>
  site.database.query<{ template: string }>('SELECT template FROM mails JOIN users ON email = recipient WHERE user_name = $1', [
    userName,
  ]);

describe('A recovery code', () => {
  const codesOf = async () => (await enrolled('ordinary')).recoveryCodes;

  it('logs in once, however it is typed, returns how many are left, and is reported to its owner by mail', async () => {
    const [first = '', second = ''] = await codesOf();
    const client = await pendingMfaSession(site, 'ordinary');
    const typed = ` ${first.toLowerCase().replaceAll('-', ' ')} `;
    expect(await client.ok('Mfa.RecoveryCode', { body: { code: typed } })).toMatchObject({
      outcome: 'SignedIn',
      recoveryCodesLeft: 9,
    });
    const again = await pendingMfaSession(site, 'ordinary');
    expect(await again.call('Mfa.RecoveryCode', { body: { code: first } })).toMatchObject({
      status: 400,
      problem: { code: 'InvalidCode' },
    });
    expect(await again.ok('Mfa.RecoveryCode', { body: { code: second } })).toMatchObject({ recoveryCodesLeft: 8 });
    const mails = await queuedMails(site, { template: 'recoveryCodeUsed' }, 'data');
    expect(mails).toHaveLength(2);
  });

  it('is stored as a hash only, and has at least 112 bits', async () => {
    const codes = await codesOf();
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){5}$/);
    expect(new Set(codes).size).toBe(10);
    const { dump } = await site.database.row<{ dump: string }>(
      "SELECT string_agg(encode(code_hash, 'escape'), ' ') AS dump FROM recovery_codes JOIN users USING (user_id) WHERE user_name = 'ordinary'",
    );
    for (const code of codes) expect(dump).not.toContain(code.replaceAll('-', ''));
  });
});

describe('New recovery codes', () => {
  it('invalidate the old ones, and are reported by mail', async () => {
    const { client, recoveryCodes: old } = await enrolled('ordinary');
    const { recoveryCodes } = await client.ok('Mfa.Recovery');
    expect(recoveryCodes).toHaveLength(10);
    expect(await mailsTo('ordinary')).toContainEqual({ template: 'recoveryCodesRenewed' });
    const next = await pendingMfaSession(site, 'ordinary');
    expect(await next.call('Mfa.RecoveryCode', { body: { code: old[0] ?? '' } })).toMatchObject({ status: 400 });
    expect(await next.ok('Mfa.RecoveryCode', { body: { code: recoveryCodes[0] ?? '' } })).toMatchObject({ recoveryCodesLeft: 9 });
  });

  it('are refused to users without MFA', async () => {
    await removeMfa(site, 'ordinary');
    const client = await logInAs(site, 'ordinary');
    expect(await client.call('Mfa.Recovery')).toMatchObject({ status: 409, problem: { code: 'MfaNotOn' } });
  });
});

it('no secret is written to the audit or the mails', async () => {
  const { client, key, recoveryCodes } = await enrolled('ordinary');
  await resetUsedCodes(site, 'ordinary');
  const code = totp(key);
  await (await pendingMfaSession(site, 'ordinary')).ok('Mfa.Login', { body: { code } });
  await client.call('Mfa.Recovery');
  const dump = JSON.stringify([
    await site.database.query('SELECT * FROM audit_events'),
    await site.database.query('SELECT * FROM mails'),
  ]);
  for (const secret of [key, ...recoveryCodes, `"${code}"`, DEMO_PASSWORD]) expect(dump).not.toContain(secret);
});
