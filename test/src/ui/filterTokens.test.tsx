/** Filters of a list as tokens, by keyboard alone and by pointer. */
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { startI18n } from '@src/i18n/setup.ts';
import { FilterTokens } from '@src/ui/filterTokens/FilterTokens.tsx';
import type { FilterPhrases } from '@src/ui/filterTokens/filterTypes.ts';

const phrases: FilterPhrases = {
  label: 'Filters',
  add: 'Filter',
  clear: 'Clear all',
  remove: (token) => `Remove ${token}`,
  find: 'Find a filter',
  nothing: 'Nothing matches',
  loading: 'Loading…',
  more: (count) => `${String(count)} more, which the search finds`,
};

const statuses = [
  { value: 'locked', label: 'Locked', count: 12 },
  { value: 'disabled', label: 'Disabled', count: 3 },
];
const organisations = Array.from({ length: 20 }, (_, index) => ({
  value: `o${String(index)}`,
  label: `Harbour ${String(index)}`,
}));

type Chosen = Readonly<Record<string, readonly string[]>>;

async function showTokens(initial: Chosen = {}, onOpen?: () => void) {
  const i18n = await startI18n('en-US', 'Gatehouse');
  let chosen: Chosen = initial;
  const List = () => {
    const [values, setValues] = useState(initial);
    chosen = values;
    return (
      <>
        <input aria-label="Search" />
        <FilterTokens
          filters={[
            { key: 'status', label: 'Status', chosen: values.status ?? [], options: statuses },
            { key: 'organisation', label: 'Organisation', chosen: values.organisation ?? [], options: organisations },
            {
              key: 'mfa',
              label: 'MFA',
              chosen: values.mfa ?? [],
              single: true,
              options: [
                { value: 'on', label: 'On' },
                { value: 'off', label: 'Off' },
              ],
            },
            {
              key: 'email',
              label: 'Email',
              chosen: values.email ?? [],
              text: 'contains harbour',
              form: (close) => (
                <button
                  onClick={() => {
                    setValues((before) => ({ ...before, email: ['contains:harbour'] }));
                    close();
                  }}
                >
                  Apply
                </button>
              ),
            },
          ]}
          phrases={phrases}
          onChange={(key, next) => {
            setValues((before) => ({ ...before, [key]: next }));
          }}
          onClear={() => {
            setValues({});
          }}
          {...(onOpen && { onOpen })}
        />
        <button>After</button>
      </>
    );
  };
  render(
    <I18nextProvider i18n={i18n}>
      <List />
    </I18nextProvider>,
  );
  return { user: userEvent.setup(), chosenNow: () => chosen };
}

const button = (name: string) => screen.getByRole('button', { name });

test('by keyboard alone: Enter takes the match that is marked, the first or the one named in full, the tokens are one stop of Tab, and Delete removes', async () => {
  const { user, chosenNow } = await showTokens();
  await user.tab();
  await user.tab();
  expect(button('Filter')).toHaveFocus();
  await user.keyboard('{Enter}');
  const find = await screen.findByRole('searchbox', { name: 'Find a filter' });
  expect(find).toHaveFocus();
  await user.keyboard('status lock{Enter}');
  expect(chosenNow()).toEqual({ status: ['locked'] });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(button('Filter')).toHaveFocus();

  await user.keyboard('{Enter}');
  await screen.findByRole('searchbox', { name: 'Find a filter' });
  await user.keyboard('harbour 1');
  expect(screen.getByRole('checkbox', { name: 'Harbour 1' }).closest('li')).toHaveAttribute('data-marked');
  await user.keyboard('7');
  const marked = screen.getByRole('checkbox', { name: 'Harbour 17' }).closest('li');
  expect(marked).toHaveAttribute('data-marked');
  expect(screen.getByRole('searchbox', { name: 'Find a filter' })).toHaveAttribute(
    'aria-description',
    'Organisation: Harbour 17',
  );
  await user.keyboard('{Enter}');
  expect(chosenNow()).toEqual({ status: ['locked'], organisation: ['o17'] });

  await user.keyboard('{Enter}');
  await screen.findByRole('searchbox', { name: 'Find a filter' });
  await user.keyboard('organisation HARBOUR 1{Enter}');
  expect(chosenNow()).toEqual({ status: ['locked'], organisation: ['o17', 'o1'] });
  await user.keyboard('{Enter}');
  await screen.findByRole('searchbox', { name: 'Find a filter' });
  await user.keyboard('harbour 1{Enter}');
  expect(chosenNow()).toEqual({ status: ['locked'], organisation: ['o17'] });

  await user.tab();
  expect(button('After')).toHaveFocus();
  await user.tab({ shift: true });
  await user.keyboard('{Home}');
  expect(button('Status: Locked')).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(button('Remove Status: Locked')).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(button('Organisation: Harbour 17')).toHaveFocus();
  await user.keyboard('{Delete}');
  expect(chosenNow()).toEqual({ status: ['locked'], organisation: [] });
  expect(button('Status: Locked')).toHaveFocus();
  await user.keyboard('{Delete}');
  expect(chosenNow()).toEqual({ status: [], organisation: [] });
  expect(button('Filter')).toHaveFocus();
});

test('ticked options narrow the list at once, with their counts; a long choice is searched; one value at a time where it is so', async () => {
  const onOpen = jest.fn();
  const { user, chosenNow } = await showTokens({}, onOpen);
  expect(onOpen).not.toHaveBeenCalled();
  await user.click(button('Filter'));
  const menu = within(await screen.findByRole('dialog', { name: 'Filter' }));
  await user.click(await menu.findByRole('checkbox', { name: 'Disabled' }));
  await user.click(menu.getByRole('checkbox', { name: 'Locked' }));
  await user.click(menu.getByRole('checkbox', { name: 'On' }));
  await user.click(menu.getByRole('checkbox', { name: 'Off' }));
  expect(chosenNow()).toEqual({ status: ['disabled', 'locked'], mfa: ['off'] });
  expect(onOpen).toHaveBeenCalledTimes(1);
  expect(menu.getByRole('region', { name: 'Status' })).toHaveTextContent('Locked12');
  expect(menu.getByText('12 more, which the search finds')).toBeVisible();
  await user.type(menu.getByRole('searchbox'), 'harbour 19');
  expect(menu.getAllByRole('checkbox')).toHaveLength(1);
  await user.keyboard('{ArrowDown} ');
  expect(chosenNow()).toMatchObject({ organisation: ['o19'] });
  await user.keyboard('{Escape}');

  await user.click(button('Status: Disabled, Locked'));
  const own = within(await screen.findByRole('dialog', { name: 'Status: Disabled, Locked' }));
  await user.click(await own.findByRole('checkbox', { name: 'Disabled' }));
  expect(chosenNow()).toMatchObject({ status: ['locked'] });
});

test('a filter of texts or days has its own fields; "Clear all" is there for more than one token', async () => {
  const { user, chosenNow } = await showTokens({ mfa: ['on'] });
  expect(screen.queryByRole('button', { name: 'Clear all' })).not.toBeInTheDocument();
  await user.click(button('Filter'));
  await screen.findByRole('searchbox');
  await user.keyboard('email{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Apply' }));
  expect(button('Email: contains harbour')).toBeVisible();
  await user.click(button('Clear all'));
  expect(chosenNow()).toEqual({});
  expect(button('Filter')).toHaveFocus();
});

test('an option that is ticked before the list has followed the last one is added to that one', async () => {
  const i18n = await startI18n('en-US', 'Gatehouse');
  const changes: (readonly string[])[] = [];
  const filter = { key: 'status', label: 'Status', chosen: [], options: statuses };
  const onChange = (_key: string, values: readonly string[]) => changes.push(values);
  render(
    <I18nextProvider i18n={i18n}>
      <FilterTokens filters={[filter]} phrases={phrases} onChange={onChange} onClear={() => undefined} />
    </I18nextProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
  for (const name of ['Locked', 'Disabled']) await userEvent.click(await screen.findByRole('checkbox', { name }));
  expect(changes).toEqual([['locked'], ['locked', 'disabled']]);
});
