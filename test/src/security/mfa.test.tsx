/** MFA in the security details, on the real server. */
import { screen, waitFor, within } from '@testing-library/react';
import { enrol, pendingMfaSession } from '../../support/mfa.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { openPageAs } from '../openPageAs.tsx';
import { requireMfa } from '../../support/changeUser.ts';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

async function openSection(options: Parameters<typeof openPageAs>[3] = {}) {
  const person = await unusedMember(site);
  const page = await openPageAs(site, person.userName, '/SecurityDetails', options);
  const section = within(await screen.findByRole('region', { name: /^Mult/ }));
  return { ...page, ...person, section };
}

const own = 'WHERE user_id = (SELECT user_id FROM users WHERE user_name = $1)';
const spendCodes = (userName: string, left: number) =>
  site.database.query(
    `UPDATE recovery_codes SET used_at = now() ${own} AND code_hash IN (SELECT code_hash FROM recovery_codes ${own} ORDER BY code_hash OFFSET $2)`,
    [userName, left],
  );
const nameOf = async (client: { ok(name: 'Users.Self'): Promise<{ userName: string }> }) =>
  (await client.ok('Users.Self')).userName;

describe('Off', () => {
  test('is shown, and "Turn on" leads to enrolment', async () => {
    const { user, section } = await openSection();
    expect(await section.findByText('Multi-factor authentication is off')).toBeVisible();
    await user.click(section.getByRole('button', { name: 'Turn on' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Set up multi-factor authentication' })).toBeVisible();
  });

  test('although it is required, explains what will happen', async () => {
    const { section } = await openSection({
      before: async (client) => requireMfa(site, await nameOf(client)),
    });
    expect(await section.findByText(/^You are required to use it/)).toBeVisible();
    expect(section.getByRole('button', { name: 'Turn on' })).toBeVisible();
  });
});

describe('On', () => {
  test('shows since when, and how many codes are left', async () => {
    const { section } = await openSection({ before: enrol });
    expect(await section.findByText(/^Multi-factor authentication is on since \w+ \d+, \d{4}$/)).toBeVisible();
    expect(section.getByText('You have 10 recovery codes left.')).toBeVisible();
    expect(section.getByText('Every browser is asked for a code.')).toBeVisible();
    expect(section.queryByRole('button', { name: 'Forget all' })).not.toBeInTheDocument();
  });

  test.each([
    [3, 'You have 3 recovery codes left.', false],
    [2, 'You have 2 recovery codes left. Make new ones before you need them.', true],
    [1, 'You have 1 recovery code left. Make new ones before you need them.', true],
    [0, 'You have 0 recovery codes left. Make new ones before you need them.', true],
  ])('with %i codes left: %s', async (left, text, warns) => {
    const { section } = await openSection({
      before: async (client) => {
        await enrol(client);
        await spendCodes(await nameOf(client), left);
      },
    });
    const line = await section.findByText(text);
    expect(line.closest('[role="status"]') !== null).toBe(warns);
  });

  test.each([
    ['organisation', "Your organisation requires it, so it can't be turned off.", 'NULL'],
    ['administrator', "An administrator requires it of you, so it can't be turned off.", 'true'],
  ])('required by the %s, cannot be turned off', async (_by, text, override) => {
    const { section } = await openSection({
      before: async (client) => {
        await enrol(client);
        const name = await nameOf(client);
        await site.database.query(`UPDATE users SET mfa_required_override = ${override} WHERE user_name = $1`, [name]);
        if (override === 'NULL')
          await site.database.query(
            `UPDATE organisations SET mfa_required = true
              WHERE organisation_id = (SELECT organisation_id FROM users WHERE user_name = $1)`,
            [name],
          );
      },
    });
    expect(await section.findByText(text)).toBeVisible();
    expect(section.queryByRole('button', { name: 'Turn off' })).not.toBeInTheDocument();
    expect(section.getByRole('button', { name: 'New recovery codes' })).toBeVisible();
    await site.database.query('UPDATE organisations SET mfa_required = false');
  });

  test('is turned off after confirmation', async () => {
    const { user, section, client } = await openSection({ before: enrol });
    await user.click(await section.findByRole('button', { name: 'Turn off' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Turn off multi-factor authentication?' }));
    await user.click(dialog.getByRole('button', { name: 'Turn off' }));
    expect(await screen.findByText('Multi-factor authentication has been turned off.')).toBeVisible();
    expect(await section.findByText('Multi-factor authentication is off')).toBeVisible();
    expect((await client.ok('Mfa.OwnStatus')).enabled).toBe(false);
  });

  test('shows new codes once, and each logs in', async () => {
    const { user, section, userName } = await openSection({ before: enrol });
    await user.click(await section.findByRole('button', { name: 'New recovery codes' }));
    const question = within(await screen.findByRole('dialog', { name: 'Make new recovery codes?' }));
    expect(question.getByText('The ones you have now stop working.')).toBeVisible();
    await user.click(question.getByRole('button', { name: 'New recovery codes' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New recovery codes' }));
    const codes = dialog.getAllByRole('listitem').map((item) => item.textContent);
    expect(new Set(codes).size).toBe(10);
    const browser = await pendingMfaSession(site, userName);
    const code = codes[3] ?? '';
    expect((await browser.ok('Mfa.RecoveryCode', { body: { code } })).outcome).toBe('SignedIn');
    await user.click(dialog.getByRole('button', { name: 'I have saved it' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.queryByText(code)).not.toBeInTheDocument();
  });

  test('asks to confirm identity when that was long ago, and continues by itself', async () => {
    let recoveryCode = '';
    const { user, section } = await openSection({
      before: async (client) => {
        [recoveryCode = ''] = (await enrol(client)).recoveryCodes;
        await site.database.query(`UPDATE sessions SET authenticated_at = now() - interval '2 hours' ${own}`, [
          await nameOf(client),
        ]);
      },
    });
    await user.click(await section.findByRole('button', { name: 'New recovery codes' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'New recovery codes' }));
    const proof = within(await screen.findByRole('dialog', { name: "Confirm it's you" }));
    // The password alone would not do, so it is not asked for.
    expect(proof.queryByLabelText('Password')).not.toBeInTheDocument();
    await user.type(await proof.findByLabelText('Authentication code'), '000000');
    await user.click(proof.getByRole('button', { name: 'Confirm' }));
    expect(await proof.findByText(/code is incorrect/)).toBeVisible();
    await user.click(proof.getByRole('button', { name: 'Use a recovery code instead' }));
    await user.type(proof.getByLabelText('Recovery code'), ` ${recoveryCode} `);
    await user.click(proof.getByRole('button', { name: 'Confirm' }));
    expect(within(await screen.findByRole('dialog', { name: 'New recovery codes' })).getAllByRole('listitem')).toHaveLength(10);
  });

  test('forgets the browsers that skip the code', async () => {
    const { user, section, client } = await openSection({
      before: async (browser) => {
        await enrol(browser);
        await site.database.query(
          `INSERT INTO remembered_browsers (token_hash, user_id, created_at, expires_at)
           SELECT decode(md5(n::text || user_id::text), 'hex'), user_id, now(), now() + interval '1 day'
             FROM users, generate_series(1, 2) n WHERE user_name = $1`,
          [await nameOf(browser)],
        );
      },
    });
    expect(await section.findByText('2 browsers are not asked for a code.')).toBeVisible();
    await user.click(section.getByRole('button', { name: 'Forget all' }));
    expect(await screen.findByText('All remembered browsers have been forgotten.')).toBeVisible();
    expect(await section.findByText('Every browser is asked for a code.')).toBeVisible();
    expect((await client.ok('Mfa.OwnStatus')).rememberedBrowsers).toBe(0);
  });

  test('is in German', async () => {
    const { section } = await openSection({ before: enrol, locale: 'de' });
    expect(
      await section.findByText(/^Die Multi-Faktor-Authentifizierung ist seit dem \d+\. \p{L}+ \d{4} eingeschaltet$/u),
    ).toBeVisible();
    expect(section.getByText('Jeder Browser wird nach einem Code gefragt.')).toBeVisible();
  });
});
