/** Every form that sets a password lists all rules by which the server may refuse it. */
import { screen, waitFor, within } from '@testing-library/react';
import { screens } from '@src/app/routes.tsx';
import { logInAs, DEMO_PASSWORD } from '../../support/logInAs.ts';
import { awaitMail } from '../../support/mails.ts';
import { requestLink } from '../../support/recovery.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { openPage } from '../openPage.tsx';
import { openPageAs } from '../openPageAs.tsx';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

const SPACES = 'must contain at least 6 characters, not counting spaces';
const COMMON = 'must not be a password that many people use';
const NAMES = 'must not be made of the username, the email address, or the name of the organisation or the product';
const REPEATED = 'must not be one of your last five passwords';

const capital = (name: string) => name.replace(/^./, (first) => first.toUpperCase());
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label, { selector: 'input' });

/** Text of each line of the checklist, and its state; `later`: decided by the server. */
async function lines(label: string): Promise<Record<string, string | undefined>> {
  const described = (await field(label)).getAttribute('aria-describedby')?.split(' ') ?? [];
  const items = described.flatMap((id) => within(document.getElementById(id)!).queryAllByRole('listitem'));
  return Object.fromEntries(
    items.map((item): [string, string | undefined] => [
      String(item.querySelector('[data-text]')?.textContent),
      item.dataset.state,
    ]),
  );
}

async function lineBecomes(label: string, text: string, state: string) {
  await waitFor(async () => expect((await lines(label))[text]).toBe(state));
}

async function invited(): Promise<string> {
  const admin = await logInAs(site, 'subadmin');
  const body = { email: 'grace.hopper@example.net', firstName: 'Grace', lastName: 'Hopper', roles: ['Member'] };
  const { userId } = await admin.ok('Invite.CreateUser', { body });
  await admin.ok('Invite.SendEmail', { body: { userIds: [userId] } });
  const { links } = await awaitMail(site, ({ to }) => to[0] === body.email);
  const { pathname, search } = new URL(links[0] ?? '');
  return pathname + search;
}

const forms = {
  'changing it': async () => {
    const { userName } = await unusedMember(site);
    return {
      ...(await openPageAs(site, userName, '/SecurityDetails')),
      label: 'New password',
      madeOfName: `${capital(userName)}1`,
      repeats: true,
    };
  },
  'recovering it': async () => {
    const { userId, token } = await requestLink(site, await unusedMember(site));
    const page = await openPage(site, `/ForgottenPassword?userId=${userId}&token=${token}`, { screens });
    return { ...page, label: 'New password', madeOfName: undefined, repeats: true };
  },
  registering: async () => {
    const page = await openPage(site, await invited(), { screens });
    await page.user.click(await screen.findByRole('button', { name: 'Create account' }));
    await page.user.type(await field('Username'), 'grace_hopper');
    return { ...page, label: 'Password', madeOfName: 'Grace_Hopper1', repeats: false };
  },
  'adding a user': async () => {
    const [organisation] = await (await logInAs(site, 'sysadmin')).ok('Organisations.List');
    const page = await openPageAs(site, 'sysadmin', `/Users/Add?organisation=${organisation?.publicId ?? ''}`);
    await page.user.type(await field('Username'), 'mary_somerville');
    await page.user.click(screen.getByRole('checkbox', { name: 'Set a password now' }));
    return { ...page, label: 'Password', madeOfName: 'Mary_Somerville1', repeats: false };
  },
};

describe.each(Object.entries(forms))('%s', (_name, open) => {
  test('shows every rule, and which are broken', async () => {
    const { user, label, madeOfName, repeats } = await open();
    const password = await field(label);
    await lineBecomes(label, COMMON, 'unmet');
    // The user's names are fetched by another call.
    await lineBecomes(label, NAMES, madeOfName === undefined ? 'later' : 'unmet');
    expect(Object.entries(await lines(label))).toEqual([
      [SPACES, 'unmet'],
      ['must have at least one lowercase letter', 'unmet'],
      ['must have at least one uppercase letter', 'unmet'],
      ['must have at least one number', 'unmet'],
      [COMMON, 'unmet'],
      [NAMES, madeOfName === undefined ? 'later' : 'unmet'],
      ...(repeats ? [[REPEATED, 'later']] : []),
    ]);

    await user.type(password, 'Aa1 bc');
    await lineBecomes(label, 'must have at least one number', 'met');
    expect(await lines(label)).toMatchObject({ [SPACES]: 'unmet', [COMMON]: 'met' });
    await user.type(password, 'd');
    await lineBecomes(label, SPACES, 'met');

    await user.clear(password);
    await user.type(password, 'Passw0rd1');
    await lineBecomes(label, COMMON, 'unmet');
    expect((await lines(label))[SPACES]).toBe('met');

    await user.clear(password);
    await user.type(password, madeOfName ?? 'Gatehouse1');
    await lineBecomes(label, NAMES, madeOfName === undefined ? 'later' : 'unmet');
    await user.type(password, '-and-more-9');
    await lineBecomes(label, NAMES, madeOfName === undefined ? 'later' : 'met');
    expect(Object.values(await lines(label))).not.toContain('unmet');
  });
});

test('the strength is estimated while typing, with advice until it is good', async () => {
  const { user, label } = await forms['adding a user']();
  const password = await field(label);
  const shown = async () => (await screen.findByText(/^Strength: |^Not accepted yet/)).closest('p')?.textContent;
  await user.type(password, 'Moor7x');
  await waitFor(async () => expect(await shown()).toMatch(/^Strength: weak Add further words/));
  await user.clear(password);
  expect(screen.queryByText(/^Strength: /)).toBeNull();
  await user.type(password, 'Mary_Somerville1');
  await waitFor(async () => expect(await shown()).toMatch(/^Not accepted yet.* Your name, your organisation/));
  await user.clear(password);
  await user.type(password, 'Rain on 1 harbour wall');
  await waitFor(async () => expect(await shown()).toBe('Strength: strong '));
});

test('the server accepts what the checklist accepts, and refuses what it refuses', async () => {
  const { userName, email } = await unusedMember(site);
  const { user, client } = await openPageAs(site, userName, '/SecurityDetails');
  const password = await field('New password');
  await lineBecomes('New password', COMMON, 'unmet');
  await lineBecomes('New password', NAMES, 'unmet');
  const { organisation } = await client.ok('Users.Self');
  const listed: [string, boolean][] = [];
  for (const typed of [
    'Aa1 bc',
    'Aa1 bcd',
    'aa1bcd',
    'Qwerty123',
    'Password1',
    `${capital(userName)}1`,
    `${capital(email)}1`,
    `${organisation.organisationName} 2026`,
    'Gatehouse!1',
    `Aa1${'x'.repeat(1022)}`,
    'Quiet harbour 7',
  ]) {
    await user.clear(password);
    await user.click(password);
    await user.paste(typed);
    await waitFor(() => {
      expect(password).toHaveValue(typed);
    });
    listed.push([typed, !Object.values(await lines('New password')).includes('unmet')]);
  }
  // The page has its session until a password is changed.
  const verdicts: [string, boolean, boolean][] = [];
  let current = DEMO_PASSWORD;
  for (const [typed, isListed] of listed) {
    const { status } = await client.call('ChangeDetails.ChangePassword', {
      body: { currentPassword: current, newPassword: typed, confirmPassword: typed },
    });
    if (status === 204) current = typed;
    verdicts.push([typed, isListed, status === 204]);
  }
  expect(verdicts.filter(([, isListed, taken]) => isListed !== taken)).toEqual([]);
  expect(verdicts.filter(([, , taken]) => taken)).toHaveLength(2);
});

test('With PASSWORD_RULES=nist the checklist asks for fifteen characters of any kind', async () => {
  const { userId, token } = await requestLink(site, await unusedMember(site));
  const config = { passwordMinLength: 6, passwordRules: 'nist' };
  const { user } = await openPage(site, `/ForgottenPassword?userId=${userId}&token=${token}`, { screens, config });
  await lineBecomes('New password', COMMON, 'unmet');
  expect(Object.keys(await lines('New password'))).toEqual(['must contain at least 15 characters', COMMON, NAMES, REPEATED]);
  await user.type(await field('New password'), 'rain on the wall');
  await lineBecomes('New password', 'must contain at least 15 characters', 'met');
});

test.each([
  ['correct horse battery staple', true],
  ['ALLCAPITALLETTERS4711XQ', true],
  ['no-number-but-Quite-long', true],
  ['Vk9', true],
  ['quietharbourlights', true],
  ['Quiet-harbour-lights-7', false],
])('%s is called good or strong only if no rule is unmet', async (typed, isUnmet) => {
  const { user, label } = await forms['changing it']();
  await user.type(await field(label), typed);
  await waitFor(() => expect(document.querySelector('[data-score]')).not.toBeNull());
  const shown = document.querySelector<HTMLElement>('[data-score]');
  if (isUnmet) {
    expect(shown).toHaveTextContent('Not accepted yet: a rule above is not met.');
    expect(Number(shown?.dataset.score)).toBeLessThan(3);
  } else expect(shown).toHaveTextContent(/Strength: (good|strong)/);
});
