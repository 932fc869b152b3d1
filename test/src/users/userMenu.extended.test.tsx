/** The user menu: keyboard access, disabled items with reasons, and the question of each action. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { useFetchUserQuery } from '@api/client/users.api.ts';
import { useFetchSelfQuery } from '@api/client/users.self.api.ts';
import { UserMenu } from '@src/features/users/actions/UserMenu.tsx';
import { RecoveryCodeDialog } from '@src/secrets/RecoveryCodeDialog.tsx';
import { UserPanel } from '@src/features/users/panel/UserPanel.tsx';
import { parsePageConfig } from '@src/pageConfig/pageConfig.ts';
import { PageConfigContext } from '@src/pageConfig/pageConfigContext.ts';
import { registerModule } from '@store/modules.ts';
import { selectNotices } from '@store/notices/notices.slice.ts';
import { usersModule } from '@store/users/users.module.ts';
import type { DemoUser } from '../../support/logInAs.ts';
import { useServer } from '../../support/useServer.ts';
import { openScreen } from './openScreen.tsx';
import { lock } from '../../support/changeUser.ts';
import { userIdOf } from '../../support/userFacts.ts';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();
registerModule(usersModule);

const NOW = Date.now();

const menuFor = (userName: string, config = {}) =>
  function Screen() {
    const { data: user } = useFetchUserQuery({ userName });
    const { data: self } = useFetchSelfQuery();
    const [anchor, setAnchor] = useState<HTMLElement | null>(null);
    return (
      <PageConfigContext value={parsePageConfig(JSON.stringify(config))}>
        <button
          type="button"
          disabled={!user || !self}
          onClick={(event) => {
            setAnchor(event.currentTarget);
          }}
        >
          Open
        </button>
        {user && anchor && (
          <UserMenu
            user={user}
            anchor={anchor}
            now={NOW}
            onClose={() => {
              setAnchor(null);
            }}
          />
        )}
      </PageConfigContext>
    );
  };

async function openMenu(userName: string, { as = 'subadmin', config = {} }: { as?: DemoUser; config?: object } = {}) {
  const opened = await openScreen(site, menuFor(userName, config), '/', { as, at: '/' });
  const button = await screen.findByRole('button', { name: 'Open' });
  await waitFor(() => expect(button).toBeEnabled());
  await opened.user.click(button);
  const menu = await screen.findByRole('menu', { hidden: true });
  return { ...opened, button, menu, items: () => within(menu).getAllByRole('menuitem', { hidden: true }) };
}

/** The label without the reason after it. */
const labelOf = (one: HTMLElement) => one.querySelector('span > span')?.textContent;
const names = (items: readonly HTMLElement[]) => items.map(labelOf);
const item = (items: readonly HTMLElement[], name: string) => {
  const found = items.find((one) => labelOf(one) === name);
  if (!found) throw new Error(`${name} is not among ${names(items).join(', ')}`);
  return found;
};

test('items are in a fixed order, and disabled ones say why', async () => {
  const { items } = await openMenu('locked_user');
  expect(names(items())).toEqual([
    'Edit',
    'Disable',
    'Unlock',
    'Reset MFA',
    'Reset password',
    'Remind of MFA',
    'Impersonate',
    'Take ownership',
    'Copy user ID',
  ]);
  expect(item(items(), 'Unlock')).toHaveAttribute('aria-disabled', 'false');
  expect(item(items(), 'Reset MFA')).toHaveAttribute('aria-disabled', 'true');
  expect(item(items(), 'Reset MFA')).toHaveTextContent('This user has no authenticator');
});

test('an invited user has invite actions and no account actions', async () => {
  const { items } = await openMenu('invited@example.com');
  expect(names(items())).toEqual(['Edit', 'Take ownership', 'Resend invite', 'Delete invite', 'Copy user ID']);
});

test('each item shows the letter that does the same without the menu, and does not say it twice', async () => {
  const { items } = await openMenu('locked_user');
  const letters = items().map((one) => [labelOf(one), one.getAttribute('aria-keyshortcuts')]);
  expect(Object.fromEntries(letters)).toMatchObject({
    Edit: null,
    Disable: 'e',
    Unlock: 'u',
    'Reset MFA': 'm',
    Impersonate: 'i',
  });
  expect(within(item(items(), 'Unlock')).getByText('u')).toHaveAttribute('aria-hidden', 'true');
});

test('actions not allowed on one’s own account are disabled', async () => {
  const { items } = await openMenu('subadmin');
  const refused = items().filter((one) => one.getAttribute('aria-disabled') === 'true');
  expect(names(refused)).toEqual(['Disable', 'Unlock', 'End sessions', 'Reset MFA', 'Reset password', 'Impersonate']);
  for (const one of refused) expect(one).toHaveTextContent("You can't do this to your own account");
});

/** jsdom has no layout, and antd's keys skip hidden items. */
const showEverything = () =>
  jest.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockImplementation(function (this: HTMLElement) {
    return this.parentElement;
  });

/** antd's menu reads `keyCode`, which user-event leaves out. */
const press = (key: 'ArrowDown' | 'End' | 'Enter') =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, keyCode: { ArrowDown: 40, End: 35, Enter: 13 }[key] });

test('keys reach every item, also disabled ones, which do nothing; Escape returns the focus to the button', async () => {
  showEverything();
  const { user, button, items, store } = await openMenu('locked_user');
  const expectFocus = (name: string) => waitFor(() => expect(item(items(), name)).toHaveFocus());
  await expectFocus('Edit');
  for (const name of ['Disable', 'Unlock', 'Reset MFA']) {
    press('ArrowDown');
    await expectFocus(name);
  }
  press('Enter');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.keyboard('p');
  await expectFocus('Reset password');
  await user.keyboard('i');
  await expectFocus('Impersonate');
  press('End');
  await expectFocus('Copy user ID');
  press('ArrowDown');
  await expectFocus('Edit');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu', { hidden: true })).not.toBeInTheDocument());
  expect(document.activeElement).toBe(button);
  expect(selectNotices(store.getState())).toEqual([]);
});

test.each([
  ['Disable', /^Disable .+\?$/],
  ['Reset password', /^Reset the password of .+\?$/],
  ['Impersonate', /^View as .+\?$/],
  ['Take ownership', /^Take ownership of .+\?$/],
])('%s asks first', async (name, title) => {
  const { user, items } = await openMenu('ordinary');
  await user.click(item(items(), name));
  expect(await screen.findByRole('dialog', { name: title })).toHaveTextContent('ordinary');
});

test('resetting the password offers to reset MFA only if the user has it', async () => {
  const { user, items } = await openMenu('mfa_user');
  await user.click(item(items(), 'Reset password'));
  expect(await screen.findByRole('checkbox', { name: 'Reset MFA and passkeys as well' })).not.toBeChecked();
});

test('the user ID is copied to the clipboard, and a notice says so', async () => {
  const { user, items, store } = await openMenu('ordinary');
  await user.click(item(items(), 'Copy user ID'));
  await waitFor(() => expect(selectNotices(store.getState())).toMatchObject([{ message: { phrase: 'users:action.copied' } }]));
  expect(await navigator.clipboard.readText()).toBe(await userIdOf(site, 'ordinary'));
});

test('impersonation is not offered if it is switched off in the configuration', async () => {
  const { items } = await openMenu('ordinary', { config: { impersonation: false } });
  expect(names(items())).not.toContain('Impersonate');
});

test('a recovery code for a lost authenticator is shown once', async () => {
  const Screen = () => (
    <>
      <UserPanel userName="mfa_user" now={NOW} onClose={() => undefined} />
      <RecoveryCodeDialog />
    </>
  );
  const { user } = await openScreen(site, Screen, '/', { at: '/' });
  await user.click(await screen.findByRole('button', { name: 'Recovery code' }));
  const question = await screen.findByRole('dialog');
  await user.click(within(question).getAllByRole('button').at(-1) as HTMLElement);
  const shown = await screen.findByRole('dialog', { name: 'Recovery code for mfa_user' });
  expect(within(shown).getByRole('status').textContent).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){5}$/);
  await user.click(within(shown).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: 'Reset MFA' })).toBeVisible();
});

test('each cause that prevents a login has a button to fix it, at once where nobody is harmed', async () => {
  const Screen = () => <UserPanel userName="disabled_user" now={NOW} onClose={() => undefined} />;
  const { user, store } = await openScreen(site, Screen, '/', { at: '/' });
  const why = (await screen.findByRole('heading', { name: "Why can't this user log in?" })).parentElement as HTMLElement;
  await user.click(await within(why).findByRole('button', { name: 'Enable' }));
  expect(await within(why).findByText('Nothing keeps this user from logging in.')).toBeVisible();
  expect(selectNotices(store.getState())).toMatchObject([
    { message: { phrase: 'actions:enable.done' }, action: { label: { phrase: 'users:undo' } } },
  ]);
});

test('letters act on the user of the panel that has the focus, or say why not; with Ctrl, or turned off, they are nothing', async () => {
  await lock(site, 'ordinary');
  const Screen = () => <UserPanel userName="ordinary" now={NOW} onClose={() => undefined} />;
  const { user, store } = await openScreen(site, Screen, '/', { at: '/' });
  const why = await screen.findByRole('heading', { name: "Why can't this user log in?" });
  await within(why.parentElement as HTMLElement).findByRole('button', { name: 'Unlock' });
  const notices = () =>
    selectNotices(store.getState()).map(({ message }) => ('phrase' in message ? message.phrase : message.text));
  expect(screen.getByRole('complementary')).toHaveFocus();
  screen.getByRole('complementary').blur();
  await user.keyboard('u');
  expect(notices()).toEqual([]);
  screen.getByRole('complementary').focus();
  await user.keyboard('{Control>}u{/Control}{Shift>}u{/Shift}');
  localStorage.setItem('users.characterKeys', 'off');
  await user.keyboard('u');
  localStorage.clear();
  expect(notices()).toEqual([]);
  await user.keyboard('u');
  await waitFor(() => expect(notices()).toEqual(['actions:unlock.done']));
  await screen.findByText('Nothing keeps this user from logging in.');
  await user.keyboard('mu');
  expect(notices().slice(1)).toEqual(['Reset MFA: This user has no authenticator.', 'Unlock: This user is not locked.']);
  await user.keyboard('e');
  expect(await screen.findByRole('dialog', { name: /^Disable .+\?$/ })).toHaveTextContent('ordinary');
});
