/** Icons say nothing: a label beside them does, in the user's language. antd's own have English names. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { SearchSelect } from '@src/features/users/fields/SearchSelect.tsx';
import { startI18n } from '@src/i18n/setup.ts';
import { AntdProvider } from '@src/shell/AntdProvider.tsx';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import DayPicker from '@src/ui/DayPicker.tsx';
import { Field } from '@src/ui/Field.tsx';
import { Select } from '@src/ui/Select.tsx';

async function show(ui: ReactNode): Promise<void> {
  const translations = await startI18n('de', 'Gatehouse');
  await translations.loadNamespaces(['audit', 'users', 'common']);
  render(
    <I18nextProvider i18n={translations}>
      <AntdProvider>{ui}</AntdProvider>
    </I18nextProvider>,
  );
}

const choices = ['Alpha', 'Beta'].map((label) => ({ value: label, label }));
const nothing = () => undefined;

test.each<[string, ReactNode, 'combobox' | 'textbox']>([
  ['a choice', <Select key="" label="Feld" value="Alpha" choices={choices} onChange={nothing} />, 'combobox'],
  [
    'a choice that is searched',
    <SearchSelect key="" label="Feld" value="Alpha" choices={choices} onChange={nothing} />,
    'combobox',
  ],
  [
    'a day',
    <Field key="" label="Feld">
      {(control) => <DayPicker control={control} value="2026-11-24" onValue={nothing} onUnreadable={nothing} />}
    </Field>,
    'textbox',
  ],
])('no icon of %s is read, closed and open', async (_what, ui, role) => {
  await show(ui);
  expect(screen.queryAllByRole('img')).toEqual([]);
  await userEvent.click(screen.getByRole(role, { name: 'Feld' }));
  expect(screen.queryAllByRole('img')).toEqual([]);
});

test('no icon of a button that is busy is read', async () => {
  await show(<BusyButton busy>Sichern</BusyButton>);
  expect(screen.getByRole('button', { name: 'Sichern' })).toBeVisible();
  expect(screen.queryAllByRole('img')).toEqual([]);
});
