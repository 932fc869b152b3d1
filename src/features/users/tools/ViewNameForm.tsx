/** The name of a saved view, new or changed, with the form's buttons. */
import type { ReactNode } from 'react';
import { required } from '@api/contract/rules/required.ts';
import { viewName } from '@api/contract/rules/viewName.ts';
import { Form } from '@src/forms/Form.tsx';
import { FormTextField } from '@src/forms/FormFields.tsx';
import type { SubmitErrors } from '@src/forms/submission.ts';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';

interface Values {
  readonly name: string;
}

interface Props {
  readonly label: string;
  readonly hint?: string;
  readonly name?: string;
  readonly autoFocus?: boolean;
  /** Gets the name without spaces around it; resolves to the error of a refused request. */
  readonly onSave: (name: string) => Promise<unknown>;
  /** Buttons. */
  readonly children: ReactNode;
}

const known = ['name'] as const;

export function ViewNameForm({ label, hint, name = '', autoFocus = false, onSave, children }: Props) {
  const submitErrors = useSubmitErrors(known);
  const submit = async ({ name: typed }: Values): Promise<SubmitErrors | undefined> => {
    const error = await onSave(typed.trim());
    return error === undefined ? undefined : submitErrors(error);
  };
  return (
    <Form<Values> initialValues={{ name }} onSubmit={submit}>
      <FormTextField
        name="name"
        label={label}
        hint={hint}
        rules={rules}
        maxLength={Number(viewName.values?.max)}
        autoComplete="off"
        autoFocus={autoFocus}
      />
      <div className="button-row">{children}</div>
    </Form>
  );
}

const rules = [required];
