/** What a password manager fills in without an event stays, however often the page is rendered, and is sent. */
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useForm } from 'react-final-form';
import { I18nextProvider } from 'react-i18next';
import { Form } from '@src/forms/native/Form.tsx';
import {
  FormCheckbox,
  FormPasswordField,
  FormSelect,
  FormTextArea,
  FormTextField,
  SubmitButton,
} from '@src/forms/native/FormFields.tsx';
import { startI18n } from '@src/i18n/setup.ts';

interface Values {
  readonly userName: string;
  readonly password: string;
  readonly urgency: string;
  readonly description: string;
  readonly rememberMe: boolean;
}

const filled: Values = {
  userName: 'ordinary',
  password: 'Tall-ships-9',
  urgency: 'High',
  description: 'Upside down',
  rememberMe: true,
};
const choices = ['Low', 'High'].map((value) => ({ value, label: value }));

function Suggestion() {
  const form = useForm<Values>();
  const suggest = () => {
    form.change('password', 'Other-ships-9');
    form.change('rememberMe', true);
    form.change('urgency', 'High');
  };
  return (
    <>
      <button type="button" onClick={suggest}>
        Suggest
      </button>
      <button
        type="button"
        onClick={() => {
          form.reset();
        }}
      >
        Empty
      </button>
    </>
  );
}

async function start() {
  const i18n = await startI18n('en-US', 'Gatehouse');
  const onSubmit = jest.fn((_values: Values) => Promise.resolve(undefined));
  // New elements each time, so that each field is rendered.
  const form = () => (
    <I18nextProvider i18n={i18n}>
      <Form<Values> initialValues={{ urgency: 'Low' }} onSubmit={onSubmit}>
        <Suggestion />
        <FormTextField name="userName" label="Username" />
        <FormPasswordField name="password" label="Password" />
        <FormSelect name="urgency" label="Urgency" choices={choices} />
        <FormTextArea name="description" label="Description" />
        <FormCheckbox name="rememberMe" label="Remember me" />
        <SubmitButton>Log in</SubmitButton>
      </Form>
    </I18nextProvider>
  );
  const { rerender } = render(form());
  const controls = () =>
    new Map([...document.querySelectorAll<HTMLInputElement>('[name]')].map((control) => [control.name, control] as const));
  const shown = () =>
    Object.fromEntries([...controls()].map(([name, { type, checked, value }]) => [name, type === 'checkbox' ? checked : value]));
  const fill = (values: Partial<Values>) => {
    for (const [name, value] of Object.entries(values)) {
      const control = controls().get(name);
      const property = typeof value === 'boolean' ? 'checked' : 'value';
      // The prototype's setter: React watches the element's own.
      if (control) Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control) as object, property)?.set?.call(control, value);
    }
  };
  return {
    onSubmit,
    shown,
    fill,
    renderAgain: () => {
      rerender(form());
    },
  };
}

test('a rendering leaves what was filled in, and it is sent', async () => {
  const { onSubmit, shown, fill, renderAgain } = await start();
  expect(shown()).toEqual({ userName: '', password: '', urgency: 'Low', description: '', rememberMe: false });
  fill(filled);
  renderAgain();
  renderAgain();
  expect(shown()).toEqual(filled);
  screen.getByRole('button', { name: 'Log in' }).click();
  await waitFor(() => expect(onSubmit.mock.calls.map(([values]) => values)).toEqual([filled]));
});

test('a value that the form itself sets is shown', async () => {
  const { shown, fill } = await start();
  fill(filled);
  fireEvent.click(screen.getByRole('button', { name: 'Suggest' }));
  await waitFor(() => expect(shown()).toEqual({ ...filled, password: 'Other-ships-9' }));
  fireEvent.click(screen.getByRole('button', { name: 'Empty' }));
  await waitFor(() => expect(shown()).toMatchObject({ password: '', urgency: 'Low', rememberMe: false }));
});
