/** A file exported from the users list can be imported again: its columns are recognised, and it describes the same people. */
import { render, waitFor } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { Provider } from 'react-redux';
import { browserTransport } from '@api/client/browserTransport.ts';
import { usersApi } from '@api/client/users.api.ts';
import { userColumns } from '@api/contract/users.page.ts';
import { useExport } from '@src/features/users/bulk/useExport.ts';
import { guessColumns } from '@src/features/imports/list/columns.ts';
import { readCsv } from '@src/features/imports/list/readCsv.ts';
import { readRows } from '@store/imports/importRows.ts';
import type { Transport } from '@api/client/transport.ts';
import { allUsersView } from '@src/features/users/view/usersView.ts';
import { startI18n } from '@src/i18n/setup.ts';
import { openStoreAs } from '../../store/storeWithServer.ts';
import { setEmail } from '../../support/changeUser.ts';
import { useServer } from '../../support/useServer.ts';
import { logInAs } from '../../support/logInAs.ts';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

const savingTo =
  (saved: Blob[]) =>
  (own: Transport): Transport => ({ ...own, save: (_name, content) => void saved.push(content) });

const noop = () => undefined;

/** The result of importing a file, with the columns that the import guesses. */
async function imported(content: Blob) {
  localStorage.clear();
  const file = await readCsv(new File([content], 'users.csv'));
  if ('kind' in file) throw new Error(`It was refused: ${file.kind}`);
  const organisations = await site.database.query<{ value: string; label: string }>(
    'SELECT organisation_id AS value, name AS label FROM organisations',
  );
  const columns = guessColumns(file.heads);
  const { users, faults } = readRows(file, { source: 'CSV', columns, organisation: '', organisations });
  expect(faults).toEqual([]);
  expect(columns).toMatchObject({ externalId: -1 });
  return users.sort((one, other) => (one.email < other.email ? -1 : 1));
}

const everybody = () =>
  site.database.query(
    `SELECT coalesce(u.user_name, u.email) AS "externalId", coalesce(u.user_name, u.email) AS "userName", u.email,
            u.first_name AS "firstName", u.last_name AS "lastName", u.title, o.organisation_id AS "organisationPublicId",
            u.enabled, u.roles
       FROM users u JOIN organisations o USING (organisation_id) ORDER BY u.email COLLATE "C"`,
  );

const withTitle = ({ title = null, ...user }: { readonly title?: string | null | undefined }) => ({ ...user, title });

beforeAll(async () => {
  await site.database.query(
    `UPDATE users SET locked_until = now() + interval '1 hour', title = '-Head, "of" it' WHERE user_name = 'locked_user'`,
  );
  await setEmail(site, 'disabled_user', '+dieter@harbour.example');
});

test.each([
  ['en-US', ','],
  ['de', ';'],
] as const)('in %s, the whole list', async (locale, delimiter) => {
  const client = await logInAs(site, 'sysadmin', { headers: { 'Accept-Language': locale } });
  const { text } = await client.raw(`/api/Users/Page?format=csv&delimiter=${encodeURIComponent(delimiter)}`);
  const found = await imported(new Blob([text]));
  expect(found.length).toBeGreaterThan(200);
  expect(found.map(withTitle)).toEqual(await everybody());
});

test.each(['en-US', 'de'] as const)('in %s, the selected people', async (locale) => {
  const saved: Blob[] = [];
  const { store } = await openStoreAs(site, 'sysadmin', { transport: savingTo(saved)(browserTransport()) });
  const people = await store.dispatch(usersApi.endpoints.fetchUsersPage.initiate({ limit: 500 })).unwrap();
  const translations = await startI18n(locale, 'Gatehouse');
  await translations.loadNamespaces(['users']);
  const bulk = { kind: 'exported', people: people.rows ?? [] } as const;
  const selection = {
    selected: new Set<string>(),
    all: false,
    busy: false,
    total: '',
    toggle: noop,
    selectAll: noop,
    clear: noop,
  };
  function Selected() {
    useExport({ bulk, selection, view: allUsersView, columns: userColumns });
    return null;
  }
  render(
    <I18nextProvider i18n={translations}>
      <Provider store={store}>
        <Selected />
      </Provider>
    </I18nextProvider>,
  );
  await waitFor(() => expect(saved).toHaveLength(1));
  const [content = new Blob()] = saved;
  expect((await imported(content)).map(withTitle)).toEqual(await everybody());
});
