/** A form takes what was typed before it was there, once; rendered again, it keeps its own values. */
import { render, screen, waitFor } from '@testing-library/react';
import { Field } from 'react-final-form';
import { I18nextProvider } from 'react-i18next';
import { Form } from '@src/forms/Form.tsx';
import { captureTypedText } from '@src/forms/typedBeforeBoot.ts';
import { startI18n } from '@src/i18n/setup.ts';

interface Values {
  readonly email: string;
}

// The same element each time: an input that is not rendered again keeps what it shows.
const field = <Field<string> name="email">{({ input }) => <input {...input} aria-label="Email" />}</Field>;

test('an input that still shows an older text does not bring it back', async () => {
  const i18n = await startI18n('en-US', 'Gatehouse');
  const onSubmit = jest.fn((_values: Values) => Promise.resolve(undefined));
  const form = () => (
    <I18nextProvider i18n={i18n}>
      <Form<Values> initialValues={{ email: 'present@example.com' }} onSubmit={onSubmit}>
        {field}
        <button type="submit">Save</button>
      </Form>
    </I18nextProvider>
  );
  const { rerender } = render(form());
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' });
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'older@example.com');
  rerender(form());
  screen.getByRole('button', { name: 'Save' }).click();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1));
  expect(onSubmit.mock.calls[0]?.[0]).toEqual({ email: 'present@example.com' });
});

test('what is typed, focused and sent while the form is being rendered is taken over too', async () => {
  const i18n = await startI18n('en-US', 'Gatehouse');
  const onSubmit = jest.fn((_values: Values) => Promise.resolve(undefined));
  const prerendered = document.createElement('div');
  prerendered.innerHTML = '<form><input name="email" aria-label="Prerendered email" /></form>';
  document.body.append(prerendered);
  captureTypedText(prerendered);
  const typed = screen.getByRole<HTMLInputElement>('textbox', { name: 'Prerendered email' });
  typed.focus();
  typed.value = 'typed@example.com';
  // As boot.ts marks it.
  if (typed.form) typed.form.dataset.sent = '';
  prerendered.remove();
  render(
    <I18nextProvider i18n={i18n}>
      <Form<Values> initialValues={{ email: '' }} onSubmit={onSubmit}>
        {field}
      </Form>
    </I18nextProvider>,
  );
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveFocus();
  await waitFor(() => expect(onSubmit.mock.calls.map(([values]) => values)).toEqual([{ email: 'typed@example.com' }]));
});
