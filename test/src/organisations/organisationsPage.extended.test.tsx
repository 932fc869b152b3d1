/** The organisations page on the real server. The grid needs layout and is tested in a browser. */
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { Transport } from '@api/client/transport.ts';
import type { DemoUser } from '../../support/logInAs.ts';
import type { Client } from '../../support/client.ts';
import { connectDirectory } from '../../support/connectedDirectory.ts';
import { addConnection } from '../../support/sso.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';
import { addressIs } from '../openPage.tsx';
import { openPageAs } from '../openPageAs.tsx';
import { auditEvents } from '../../support/auditEvents.ts';
import { requireMfa } from '../../support/changeUser.ts';
import { organisationIdOf, organisations } from '../../support/organisations.ts';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

interface Opening {
  readonly as?: DemoUser;
  readonly transport?: (own: Transport) => Transport;
  readonly before?: (client: Client) => Promise<unknown>;
}

async function open(query = '', { as = 'sysadmin', ...options }: Opening = {}) {
  const page = await openPageAs(site, as, `/Organisations${query}`, options);
  await screen.findByRole('heading', { level: 1, name: 'Organisations' });
  return page;
}

const idOf = async (name: string) => await organisationIdOf(site, name);

async function openPanel(name: string, opening?: Opening) {
  const page = await open(`?organisation=${await idOf(name)}`, opening);
  return { ...page, panel: await screen.findByRole('complementary', { name }) };
}

const names = () => screen.getAllByRole('link', { name: /Mutual|Portfolio/ }).map((link) => link.textContent);
const press = async (user: UserEvent, name: string) => user.click(await screen.findByRole('button', { name }));
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name });
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

test('finds by name and by id; the search is in the URL, and no match says what to do', async () => {
  const { user } = await open();
  await screen.findByRole('link', { name: 'Northgate Portfolio' });
  const search = screen.getByRole('searchbox', { name: 'Find by name or ID' });
  await user.type(search, 'mutual harbour{Enter}');
  await addressIs('/Organisations?search=mutual+harbour');
  expect(names()).toEqual(['Harbour Mutual']);
  await user.clear(search);
  await user.paste((await idOf('Northgate Portfolio')).slice(0, 13));
  await waitFor(() => expect(names()).toEqual(['Northgate Portfolio']));
  await user.clear(search);
  await user.paste('nobody is called so');
  expect(await screen.findByRole('heading', { name: 'No organisation matches' })).toBeVisible();
  await press(user, 'Clear search and filters');
  await screen.findByRole('link', { name: 'Northgate Portfolio' });
  expect(search).toHaveValue('');
});

test('what an organisation is connected to is in its drawer, and narrows the list; the filter is in the URL', async () => {
  const { connectionId } = await addConnection(site, { name: 'Northgate account' }, 'Northgate Portfolio');
  await connectDirectory(site, 'Harbour Mutual');
  const { user, panel } = await openPanel('Northgate Portfolio');
  expect(await within(panel).findByText('Off, not tested')).toBeVisible();
  expect(within(panel).getByRole('link', { name: 'Open connections' })).toHaveAttribute(
    'href',
    `/Organisations/Connections/${await idOf('Northgate Portfolio')}`,
  );
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Off, not tested' }));
  await waitFor(() => expect(names()).toEqual(['Northgate Portfolio']));
  expect(location.search).toContain('logIn=untested');
  await site.database.query('DELETE FROM connections WHERE connection_id = $1', [connectionId]);
});

test('of a directory the drawer says when its last request was, and what was refused', async () => {
  const { panel } = await openPanel('Harbour Mutual');
  expect(await within(panel).findByText(/^Working · last request .* · 1 refused$/)).toBeVisible();
});

describe('registering', () => {
  test('asks for a name, suggests an id, and opens the new organisation', async () => {
    const { user } = await open();
    await press(user, 'Register organisation');
    const box = within(await dialog('Register organisation'));
    const id = box.getByRole('textbox', { name: 'Organisation ID' });
    expect(id).toHaveDisplayValue(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    await user.click(box.getByRole('button', { name: 'Register' }));
    expect(await box.findByText('Name is required')).toBeVisible();
    await user.type(box.getByRole('textbox', { name: 'Name' }), '  Ærø & Söhne / Zürich  ');
    await user.click(box.getByRole('button', { name: 'Register' }));
    await noDialog();
    const panel = await screen.findByRole('complementary', { name: 'Ærø & Söhne / Zürich' });
    expect(panel).toHaveTextContent('ApprovalApproved');
    await addressIs(`/Organisations?organisation=${await idOf('Ærø & Söhne / Zürich')}`);
  });

  test('a taken name and a taken or invalid id are reported at their fields, and nothing typed is lost', async () => {
    const { user } = await open();
    await press(user, 'Register organisation');
    const box = within(await dialog('Register organisation'));
    const name = box.getByRole('textbox', { name: 'Name' });
    const id = box.getByRole('textbox', { name: 'Organisation ID' });
    await user.type(name, 'HARBOUR mutual');
    await user.click(box.getByRole('button', { name: 'Register' }));
    await waitFor(() => expect(name).toBeInvalid());
    expect(name).toHaveValue('HARBOUR mutual');

    await user.clear(name);
    await user.type(name, 'Another Mutual');
    await user.clear(id);
    await user.type(id, await idOf('Harbour Mutual'));
    await user.click(box.getByRole('button', { name: 'Register' }));
    await waitFor(() => expect(id).toBeInvalid());
    await user.clear(id);
    await user.type(id, 'no id at all');
    await user.click(box.getByRole('button', { name: 'Register' }));
    await waitFor(() => expect(id).toBeInvalid());
    expect(name).toHaveValue('Another Mutual');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(await organisations(site, { name: 'Another Mutual' })).toHaveLength(0);
  });

  test('pressed twice, it registers once', async () => {
    const { user } = await open();
    await press(user, 'Register organisation');
    const box = within(await dialog('Register organisation'));
    await user.type(box.getByRole('textbox', { name: 'Name' }), 'Twice Pressed');
    await user.dblClick(box.getByRole('button', { name: 'Register' }));
    await noDialog();
    const events = await auditEvents(site, { action: 'Organisations.Register', target: 'Twice Pressed' }, 'outcome');
    expect(events).toEqual([{ outcome: 'success' }]);
  });
});

test('renames; a taken name is reported at the field', async () => {
  const { user, late } = await openPanel('Twice Pressed');
  await press(user, 'Rename');
  const box = within(await dialog('Rename Twice Pressed'));
  const name = box.getByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'Northgate Portfolio');
  await user.click(box.getByRole('button', { name: 'Rename' }));
  await waitFor(() => expect(name).toBeInvalid());
  await user.clear(name);
  await user.type(name, 'Once Renamed');
  await user.click(box.getByRole('button', { name: 'Rename' }));
  await noDialog();
  expect(await screen.findByRole('complementary', { name: 'Once Renamed' })).toBeVisible();
  expect(JSON.stringify((await late.open()).getState().notices)).toContain('organisations:rename.done');
});

test('withdraws the approval after a warning that defaults to Cancel, and approves again', async () => {
  const { user, panel } = await openPanel('Once Renamed');
  const warning = async () => {
    await press(user, 'Withdraw approval');
    return within(await dialog('Withdraw the approval of Once Renamed?'));
  };
  const cancel = (await warning()).getByRole('button', { name: 'Cancel' });
  expect(cancel).toHaveFocus();
  await user.click(cancel);
  await noDialog();
  expect(panel).toHaveTextContent('ApprovalApproved');
  await user.click((await warning()).getByRole('button', { name: 'Withdraw approval' }));
  await waitFor(() => expect(panel).toHaveTextContent('ApprovalNot approved'));
  await press(user, 'Approve');
  await user.click(within(await dialog('Approve Once Renamed?')).getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(panel).toHaveTextContent('ApprovalApproved'));
});

test('changing the MFA rule asks with the number of affected users, which the panel also shows', async () => {
  const { people } = await site.database.row<{ people: number }>(
    `SELECT count(*)::int AS people FROM users u JOIN organisations o USING (organisation_id)
      WHERE o.name = 'Northgate Portfolio' AND u.enabled AND u.registered AND NOT u.mfa_enrolled AND u.mfa_required_override IS NULL`,
  );
  const { user, panel } = await openPanel('Northgate Portfolio');
  await waitFor(() => expect(panel).toHaveTextContent(`${String(people)} people without MFA`));
  await press(user, 'Require MFA for everyone');
  const box = within(await dialog('Require MFA for everyone at Northgate Portfolio?'));
  expect(box.getByText(new RegExp(`^${String(people)} people have no MFA yet`))).toBeVisible();
  await user.click(box.getByRole('button', { name: 'Require MFA' }));
  await waitFor(() => expect(panel).toHaveTextContent('MFARequired'));
  expect(await screen.findByRole('button', { name: 'Stop requiring MFA' })).toBeVisible();
});

describe('“Reset to organisation default”', () => {
  const overrides = (userName: string) =>
    site.database.query<{ mfa_required_override: boolean | null }>(
      'SELECT mfa_required_override FROM users WHERE user_name = $1',
      [userName],
    );
  const require = (userName: string) => requireMfa(site, userName);

  test('lists users with an override, lets one exclude some, and reports how many were reset', async () => {
    const [one, other] = [
      await unusedMember(site, { organisation: 'Harbour Mutual' }),
      await unusedMember(site, { organisation: 'Harbour Mutual' }),
    ];
    await require(one.userName);
    await require(other.userName);
    const { user, late } = await openPanel('Harbour Mutual');
    await press(user, 'Reset to organisation default');
    const box = within(await dialog('Reset to organisation default'));
    const boxes = await box.findAllByRole('checkbox');
    expect(boxes[0]).toBeChecked();
    await user.click(boxes[0] as HTMLElement);
    expect(box.getByRole('button', { name: 'Reset 0 people' })).toBeDisabled();
    await user.click(box.getByRole('checkbox', { name: new RegExp(one.userName) }));
    await user.click(box.getByRole('button', { name: 'Reset 1 person' }));
    await noDialog();
    const { getState } = await late.open();
    await waitFor(() => expect(JSON.stringify(getState().notices)).toContain('organisations:reset.done'));
    expect(await overrides(one.userName)).toEqual([{ mfa_required_override: null }]);
    expect(await overrides(other.userName)).toEqual([{ mfa_required_override: true }]);
  });

  test('without overrides it says so, and there is no button', async () => {
    const { user } = await openPanel('Once Renamed');
    await press(user, 'Reset to organisation default');
    const box = within(await dialog('Reset to organisation default'));
    expect(await box.findByText('Once Renamed leaves MFA optional, and it is required of nobody.')).toBeVisible();
    expect(box.getByRole('button', { name: 'Close' })).toHaveFocus();
    expect(box.queryByRole('button', { name: /^Reset/ })).not.toBeInTheDocument();
  });
});

describe('a subscriber administrator’s own organisation', () => {
  async function openOwn(options: Omit<Opening, 'as'> = {}, hash = '') {
    const page = await openPageAs(site, 'subadmin', `/Organisations${hash}`, options);
    await screen.findByRole('heading', { level: 1, name: 'Organisation' });
    return {
      ...page,
      about: screen.getByRole('region', { name: 'Details' }),
      rule: screen.getByRole('region', { name: /^Multi/ }),
    };
  }

  test('shows its name and approval, and offers the changes they may make', async () => {
    const { about } = await openOwn();
    await waitFor(() => expect(about).toHaveTextContent('NameHarbour MutualApprovalApproved'));
    await screen.findByRole('button', { name: 'Require MFA for everyone' });
    const buttons = within(screen.getByRole('main')).getAllByRole('button');
    expect(buttons.map((button) => button.textContent)).toEqual([
      expect.stringMatching(/Copy/),
      'End all sessions',
      'Require MFA for everyone',
      'Reset to organisation default',
    ]);
    expect(screen.queryByText(/Northgate/)).not.toBeInTheDocument();
  });

  test('is linked in the bar, and its MFA rule in the palette', async () => {
    const { user } = await openPageAs(site, 'subadmin', '/Users/Audit');
    await user.click(await screen.findByRole('link', { name: 'Organisation' }));
    await addressIs('/Organisations');
    await screen.findByRole('heading', { level: 1, name: 'Organisation' });
    expect(screen.getByRole('link', { name: 'Organisation' })).toHaveAttribute('aria-current', 'page');
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await user.type(await screen.findByRole('combobox', { name: 'People, pages and actions' }), 'mfa everyone');
    await user.click(await screen.findByRole('option', { name: 'Organisation: require MFA for everyone' }));
    await waitFor(() => expect(location.hash).toBe('#mfa'));
  });

  test('has an MFA rule; changing it asks with the number of affected users', async () => {
    const { people } = await site.database.row<{ people: number }>(
      `SELECT count(*)::int AS people FROM users u JOIN organisations o USING (organisation_id)
        WHERE o.name = 'Harbour Mutual' AND u.enabled AND u.registered AND NOT u.mfa_enrolled AND u.mfa_required_override IS NULL`,
    );
    const { user, rule } = await openOwn();
    await waitFor(() => expect(rule).toHaveTextContent(`Optional${String(people)} people without MFA`));
    await press(user, 'Require MFA for everyone');
    await user.click(
      within(await dialog('Require MFA for everyone at Harbour Mutual?')).getByRole('button', { name: 'Require MFA' }),
    );
    await waitFor(() => expect(rule).toHaveTextContent(/Required/));
    await press(user, 'Stop requiring MFA');
    await user.click(
      within(await dialog('Stop requiring MFA at Harbour Mutual?')).getByRole('button', { name: 'Stop requiring MFA' }),
    );
    await waitFor(() => expect(rule).toHaveTextContent(/Optional/));
  });

  test('each half that fails to load says so, and loads on retry', async () => {
    let broken = true;
    const { user, about, rule } = await openOwn({
      transport: (own) => ({
        ...own,
        wait: () => Promise.resolve(),
        fetch: (url, init) =>
          broken && url.endsWith('/api/Organisations/MfaRequired')
            ? Promise.reject(new TypeError('Failed to fetch'))
            : own.fetch(url, init),
      }),
    });
    await waitFor(() => expect(about).toHaveTextContent('Harbour Mutual'));
    const again = await within(rule).findByRole('button', { name: 'Try again' });
    broken = false;
    await user.click(again);
    expect(await within(rule).findByRole('button', { name: 'Require MFA for everyone' })).toBeVisible();
  });
});

test('while impersonating an administrator, a hint says that the MFA rule cannot be changed', async () => {
  await openPageAs(site, 'sysadmin', '/Organisations', {
    before: (client) => client.ok('Users.Impersonate', { userName: 'subadmin' }),
  });
  expect(await screen.findByText('The rule can’t be changed while you act as another user.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Require MFA for everyone' })).toBeDisabled();
});

test('two pairs of eyes are turned on for an organisation, and the menu has the approvals at once; turning them off asks a second one', async () => {
  const { user, panel } = await openPanel('Harbour Mutual');
  const openMenu = () => user.click(screen.getByRole('button', { name: /^Account/ }));
  await openMenu();
  await screen.findByRole('link', { name: 'Security details' });
  expect(screen.queryByRole('link', { name: 'Approvals' })).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(await within(panel).findByRole('button', { name: 'Turn on two pairs of eyes' }));
  const question = await dialog('Turn on two pairs of eyes at Harbour Mutual?');
  await user.click(within(question).getByRole('button', { name: 'Turn on' }));
  expect(await screen.findByText('Harbour Mutual now has two pairs of eyes.')).toBeVisible();
  await openMenu();
  expect(await screen.findByRole('link', { name: 'Approvals' })).toBeVisible();
  await user.keyboard('{Escape}');
  await user.click(await within(panel).findByRole('button', { name: 'Turn off two pairs of eyes' }));
  const off = await dialog('Turn off two pairs of eyes at Harbour Mutual?');
  await user.type(within(off).getByRole('textbox', { name: /^Reason/ }), 'Nobody needs it');
  await user.click(within(off).getByRole('button', { name: 'Ask to turn off' }));
  expect(await screen.findByText(/^Asked\. This needs two administrators/)).toBeVisible();
  expect(within(panel).getByRole('button', { name: 'Turn off two pairs of eyes' })).toBeVisible();
});
