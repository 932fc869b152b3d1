/** antd's controls as the signed-in screens use them, by keyboard alone. */
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { startI18n } from '@src/i18n/setup.ts';
import DayPicker from '@src/ui/DayPicker.tsx';
import { Field } from '@src/ui/Field.tsx';
import { RadioButtons } from '@src/ui/RadioButtons.tsx';
import { Select } from '@src/ui/Select.tsx';

const choices = [
  { value: 'low', label: 'Low' },
  { value: 'high', label: 'High' },
] as const;

async function show(control: ReactNode) {
  const i18n = await startI18n('en-US', 'Gatehouse');
  render(<I18nextProvider i18n={i18n}>{control}</I18nextProvider>);
  return userEvent.setup();
}

test('a day is typed, chosen in the calendar by arrows, and emptied', async () => {
  const onValue = jest.fn();
  const user = await show(
    <Field label="From">
      {(control) => <DayPicker control={control} value="2026-11-24" onValue={onValue} onUnreadable={jest.fn()} />}
    </Field>,
  );
  const day = screen.getByRole('textbox', { name: 'From' });
  await user.tab();
  expect(day).toHaveFocus();
  await user.clear(day);
  await user.type(day, '11/2/2026{Enter}');
  expect(onValue).toHaveBeenLastCalledWith('2026-11-02');
  await user.clear(day);
  await user.tab();
  await waitFor(() => expect(onValue).toHaveBeenLastCalledWith(''));
});

test.each([
  ['11/2/2026', '2026-11-02'],
  ['11/2/26', '2026-11-02'],
  ['2026-11-02', '2026-11-02'],
  ['2.11.2026', '2026-11-02'],
  ['02.11.26', '2026-11-02'],
  ['2026/11/2', '2026-11-02'],
])('a day is read in other notations that mean one day only: %s', async (typed, expected) => {
  const [onValue, onUnreadable] = [jest.fn(), jest.fn()];
  const user = await show(
    <Field label="From">
      {(control) => <DayPicker control={control} value="2026-11-24" onValue={onValue} onUnreadable={onUnreadable} />}
    </Field>,
  );
  const day = screen.getByRole('textbox', { name: 'From' });
  await user.clear(day);
  await user.type(day, `${typed}{Enter}`);
  expect(onValue).toHaveBeenLastCalledWith(expected);
  expect(onUnreadable).toHaveBeenLastCalledWith(undefined);
});

test.each(['31/12/2026', '2 November', '11-2-26', '99', 'tomorrow'])(
  'a text that is no day is not replaced in silence by the former one: %s',
  async (typed) => {
    const [onValue, onUnreadable] = [jest.fn(), jest.fn()];
    const user = await show(
      <Field label="From">
        {(control) => <DayPicker control={control} value="2026-11-24" onValue={onValue} onUnreadable={onUnreadable} />}
      </Field>,
    );
    const day = screen.getByRole('textbox', { name: 'From' });
    await user.clear(day);
    await user.type(day, typed);
    await user.tab();
    expect(onUnreadable).toHaveBeenLastCalledWith({ text: typed, notation: 'mm/dd/yyyy' });
    expect(onValue).not.toHaveBeenCalled();
  },
);

test('a choice says its value, is opened by Enter, and keeps the focus when it is made', async () => {
  const onChange = jest.fn();
  const user = await show(<Select label="Urgency" value="low" choices={choices} onChange={onChange} />);
  const select = screen.getByRole('combobox', { name: 'Urgency' });
  expect(select).toHaveAccessibleDescription('Low');
  await user.tab();
  expect(select).toHaveFocus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(select).toHaveAttribute('aria-expanded', 'true'));
  // Arrows need `keyCode`, which is not simulated here: adminKeyboard.extended.test.ts presses them.
  await user.click(screen.getByTitle('High'));
  expect(onChange).toHaveBeenCalledWith('high', expect.anything());
  expect(select).toHaveFocus();
});

test('one Tab leads to buttons of a choice, and arrows move the choice with the focus', async () => {
  const onChange = jest.fn();
  const user = await show(<RadioButtons label="Theme" value="low" choices={choices} onChange={onChange} />);
  await user.tab();
  expect(screen.getByRole('radio', { name: 'Low' })).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('radio', { name: 'High' })).toHaveFocus();
  expect(onChange).toHaveBeenCalledWith('high');
  await user.tab();
  expect(document.body).toHaveFocus();
});
