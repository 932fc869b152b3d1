/** The typed text of a search, while its address is pending and when it changes otherwise. */
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider, useNavigate, useSearchParams } from 'react-router';
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
    const { draft, setDraft, keepsDraft } = useSearchDraft(inAddress);
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
        <button onClick={() => void navigate(`/?search=${draft}`, { replace: true, state: keepsDraft })}>Rows are there</button>
        <button onClick={() => void navigate('/?search=link')}>Link</button>
        <ul>
          {Array.from({ length: ROWS }, (_, row) => (
            <Row key={row} search={inAddress} />
          ))}
        </ul>
      </>
    );
  };
  return createMemoryRouter([{ path: '/', element: <List /> }], { initialEntries: ['/?search=before'] });
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
  await waitFor(() => expect(field()).toHaveValue('before'));
  await user.type(field(), 's');
  expect(field()).toHaveValue('befores');
});
