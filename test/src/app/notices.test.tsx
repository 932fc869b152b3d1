/** Rendering of toasts (icon, markup, close button) and of the error bar with SPEC.md's message formats. */
import { screen, waitFor } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { usersApi } from '@api/client/users.api.ts';
import { type NoticeDraft, noticeRaised } from '@store/notices/notices.slice.ts';
import type { Screen } from '@src/navigation/screen.ts';
import { paths } from '@src/paths.ts';
import { Icon, type IconName } from '@src/ui/Icon.tsx';
import { problem, type Reply, scripted } from '../../api/client/scriptedTransport.ts';
import { addressIs, openPage } from '../openPage.tsx';

const quiet: Screen = {
  path: paths.loginHelp,
  access: 'open',
  load: () => Promise.resolve({ default: () => <h1>Nothing to see</h1> }),
  light: { later: () => Promise.resolve({ default: () => null }) },
};

/** An empty page with notices and alerts. `call` sends an unlock, which gets the next of `replies`. */
async function opened(replies: readonly Reply[] = [], locale: 'en-US' | 'de' = 'en-US') {
  const rest = [...replies];
  const { transport } = scripted(({ url }) =>
    url.startsWith('/api/Users/Unlock/') ? (rest.shift() ?? { json: {} }) : problem(401, 'SessionRequired'),
  );
  const { user, late } = await openPage({ url: 'http://gatehouse.example' }, '/LoginHelp', {
    screens: [quiet],
    locale,
    transport: () => transport,
  });
  const { dispatch } = await late.open();
  await screen.findByRole('heading', { name: 'Nothing to see' });
  return {
    user,
    raise: (draft: Partial<NoticeDraft>) => dispatch(noticeRaised({ message: { text: 'Saved' }, timeout: false, ...draft })),
    call: () => dispatch(usersApi.endpoints.unlockUser.initiate({ userName: 'somebody' })),
  };
}

const toast = async () => (await screen.findByText(/Saved/)).closest('li') as HTMLElement;
const icon = (name: IconName) => renderToStaticMarkup(<Icon name={name} />);
const markup = (html: string) => {
  const box = document.createElement('div');
  box.innerHTML = html;
  return box.innerHTML;
};

describe('a toast', () => {
  test.each([
    ['info', 'status'],
    ['success', 'status'],
    ['warning', 'status'],
    ['error', 'alert'],
  ] as const)('of severity %s has its icon and the role %s', async (severity, role) => {
    const { raise } = await opened();
    raise({ severity });
    expect((await screen.findByText('Saved')).closest('[role]')).toHaveAttribute('role', role);
    expect((await toast()).querySelector('svg')?.outerHTML).toBe(markup(icon(severity)));
  });

  test('has the icon it is given', async () => {
    const { raise } = await opened();
    raise({ icon: 'user' });
    expect((await toast()).querySelector('svg')?.outerHTML).toBe(markup(icon('user')));
  });

  test('is plain text, whatever it contains', async () => {
    const { raise } = await opened();
    raise({ message: { text: '<b>Saved</b>' } });
    expect(await screen.findByText('<b>Saved</b>')).toBeVisible();
  });

  test('is HTML if marked so, without scripts or event handlers', async () => {
    const { raise } = await opened();
    raise({
      message: { text: '<b onclick="steal()">Saved</b><img src="x" onerror="steal()"><script>steal()</script>' },
      html: true,
    });
    const bold = await screen.findByText('Saved');
    expect(bold.parentElement?.innerHTML).toBe('<b>Saved</b>');
  });

  test('may link to another page, and does not interpret user names as HTML', async () => {
    const { user, raise } = await opened();
    raise({
      message: { phrase: 'common:session.otherUser', values: { user: '<b>Saved</b>' } },
      html: true,
    });
    expect(await screen.findByText(/<b>Saved<\/b>/)).toBeVisible();
    raise({ message: { text: 'Saved: <a href="/RegistrationComplete?from=toast#end">look</a>' }, html: true });
    await user.click(await screen.findByRole('link', { name: 'look' }));
    await addressIs('/RegistrationComplete?from=toast');
    expect(location.hash).toBe('#end');
  });

  test('is closed by its button, and has none if it is not closable', async () => {
    const { user, raise } = await opened();
    raise({ message: { text: 'Saved for good' }, closable: false });
    raise({ message: { text: 'Saved for now' } });
    await screen.findByText('Saved for now');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByText('Saved for now')).not.toBeInTheDocument());
    expect(screen.getByText('Saved for good')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
  });
});

describe('the error bar', () => {
  test.each<[string, Reply, string, string]>([
    ['an object with a message', { status: 400, json: { message: 'No such thing' } }, 'No such thing', 'No such thing'],
    ['a text', { status: 500, text: 'As it is' }, 'As it is', 'As it is'],
    [
      'anything else',
      { status: 400, json: { detail: 'x' } },
      'An error unknown error occurred',
      'Ein unbekannter Fehler ist aufgetreten',
    ],
  ])('shows why a call failed: %s', async (_name, reply, english, german) => {
    for (const [locale, words] of [
      ['en-US', english],
      ['de', german],
    ] as const) {
      const { user, call } = await opened([reply], locale);
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
      await call();
      expect(await screen.findByRole('alert')).toHaveTextContent(words);
      await user.click(screen.getByRole('button', { name: locale === 'de' ? 'Schließen' : 'Close' }));
      await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
      document.body.replaceChildren();
    }
  });

  test('disappears when a later call succeeds', async () => {
    const { call } = await opened([{ status: 400, json: { message: 'No such thing' } }, { json: { userName: 'somebody' } }]);
    await call();
    await screen.findByRole('alert');
    const seen = Date.now();
    const later = jest.spyOn(Date, 'now').mockImplementation(() => seen + 1000);
    await call();
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
    later.mockRestore();
  });
});
