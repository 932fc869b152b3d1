/** The typed text of a search, while its address is pending and when it changes otherwise. */
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider, useNavigate, useSearchParams } from 'react-router';
import { useSearchDraft } from '@src/list/useSearchDraft.ts';

const field = () => screen.getByRole<HTMLInputElement>('searchbox');

const ROWS = 40;
/** Time per row, so that rendering yields to further typing. */
const ROW_MS = 5;

/** @param onRow called when a row of the search is rendered */
function listRouter(onRow?: (search: string) => void) {
  const Row = ({ search }: { readonly search: string }) => {
    const startMs = performance.now();
    while (onRow && performance.now() - startMs < ROW_MS);
    onRow?.(search);
    return <li>Row of “{search}”</li>;
  };
  const List = () => {
    const inAddress = useSearchParams()[0].get('search') ?? '';
    const { draft, setDraft, keepsDraft, typedEntry } = useSearchDraft(inAddress);
    const navigate = useNavigate();
    const filter = (address: string) => () => {
      setDraft('');
      void navigate(address, { state: keepsDraft });
    };
    return (
      <>
        <input type="search" value={draft} onChange={({ target }) => setDraft(target.value)} />
        <button onClick={filter('/')}>Clear</button>
        <button onClick={filter('/?mfa=on')}>Filter</button>
        <button onClick={() => void navigate(`/?search=${draft}`, typedEntry())}>Rows are there</button>
        <button onClick={() => void navigate('/?search=link')}>Link</button>
        <ul>
          {Array.from({ length: ROWS }, (_, row) => (
            <Row key={row} search={inAddress} />
          ))}
        </ul>
      </>
    );
  };
  history.pushState(null, '', '/?search=before');
  return createBrowserRouter([{ path: '/', element: <List /> }]);
}

test('nothing typed is lost while the rows of another address are being rendered', async () => {
  const begins = Promise.withResolvers<undefined>();
  const router = listRouter((search) => {
    if (search === '') begins.resolve(undefined);
  });
  // React yields only outside of `act`.
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(<RouterProvider router={router} />);
  await waitFor(() => expect(field()).toHaveValue('before'));
  screen.getByRole('button', { name: 'Clear' }).click();
  await begins.promise;
  expect(screen.getAllByText('Row of “before”')).toHaveLength(ROWS);
  screen.getByRole('button', { name: 'Filter' }).click();
  fireEvent.change(field(), { target: { value: 'm' } });
  expect(field()).toHaveValue('m');
  await waitFor(() => expect(screen.getAllByText('Row of “”')).toHaveLength(ROWS));
  expect(field()).toHaveValue('m');
  root.unmount();
  environment.IS_REACT_ACT_ENVIRONMENT = true;
});

test('the address follows the text with fewer letters, and Back and links bring theirs', async () => {
  const router = listRouter();
  render(<RouterProvider router={router} />);
  const user = userEvent.setup();
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  expect(field()).toHaveValue('before');
  await press('Clear');
  await user.type(field(), 'ab');
  await press('Rows are there');
  await user.type(field(), 'c');
  expect(router.state.location.search).toBe('?search=ab');
  expect(field()).toHaveValue('abc');
  await press('Link');
  await waitFor(() => expect(field()).toHaveValue('link'));
  await act(() => router.navigate(-1));
  await waitFor(() => expect(field()).toHaveValue('ab'));
  await act(() => router.navigate(-1));
  await waitFor(() => expect(field()).toHaveValue(''));
  await act(() => router.navigate(-1));
  await waitFor(() => expect(field()).toHaveValue('before'));
  await user.type(field(), 's');
  expect(field()).toHaveValue('befores');
});

describe('Back from a search', () => {
  const open = () => {
    const router = listRouter();
    render(<RouterProvider router={router} />);
    const user = userEvent.setup();
    const press = (name: string) => user.click(screen.getByRole('button', { name }));
    /** Types, and lets the address follow. */
    const search = async (text: string) => {
      await user.type(field(), text);
      await press('Rows are there');
    };
    const back = () => act(() => router.navigate(-1));
    return { press, search, back, address: () => router.state.location.search };
  };

  test('leads to the list before it, however many letters it has', async () => {
    const { search, back, address } = open();
    for (const letter of ['a', 'n', 'n', 'a']) await search(letter);
    expect(address()).toBe('?search=beforeanna');
    await back();
    await waitFor(() => expect(field()).toHaveValue('before'));
  });

  test('leads to the other filter, where one was chosen before', async () => {
    const { press, search, back, address } = open();
    await press('Filter');
    await search('a');
    await search('b');
    await back();
    await waitFor(() => expect(address()).toBe('?mfa=on'));
    await back();
    await waitFor(() => expect(field()).toHaveValue('before'));
  });

  test('and a further search is one entry more, not one in place of the list', async () => {
    const { search, back, address } = open();
    await search('a');
    await back();
    await waitFor(() => expect(field()).toHaveValue('before'));
    await search('x');
    await search('y');
    expect(address()).toBe('?search=beforexy');
    await back();
    await waitFor(() => expect(address()).toBe('?search=before'));
  });

  test('a filter that is chosen after a search has an entry, and so has the next search', async () => {
    const { press, search, back, address } = open();
    await search('a');
    await press('Filter');
    await search('z');
    for (const left of ['?mfa=on', '?search=beforea', '?search=before']) {
      await back();
      await waitFor(() => expect(address()).toBe(left));
    }
  });
});
