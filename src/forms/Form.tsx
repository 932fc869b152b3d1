/** A form: one submission at a time, keeps the values, shows failures above itself and focuses the first wrong field. */
import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { Form as FinalForm, type FormRenderProps } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { Alert } from '@src/ui/Alert.tsx';
import { Button } from '@src/ui/Button.tsx';
import { refocus, takeTypedText } from './typedBeforeBoot.ts';
import { formFailure, type FormFailure, type SubmitErrors } from './submission.ts';

interface Props<Values> {
  readonly initialValues?: Partial<Values>;
  /** Resolves to undefined on success. */
  readonly onSubmit: (values: Values) => Promise<SubmitErrors | undefined>;
  readonly children: ReactNode;
}

export function Form<Values extends object>({ initialValues, onSubmit, children }: Props<Values>) {
  const { t } = useTranslation('common');
  const submit = async (values: Values) => {
    try {
      return await onSubmit(values);
    } catch (error) {
      reportError(error);
      return formFailure(t('error.unknown'), true);
    }
  };
  return (
    <FinalForm<Values>
      onSubmit={submit}
      {...(initialValues && { initialValues })}
      subscription={{ submitting: true, submitError: true }}
      render={(state) => <FormBody state={state}>{children}</FormBody>}
    />
  );
}

interface BodyProps<Values extends object> {
  readonly state: FormRenderProps<Values>;
  readonly children: ReactNode;
}

function FormBody<Values extends object>({ state, children }: BodyProps<Values>) {
  const { t } = useTranslation('common');
  const element = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  const failure = state.submitError as FormFailure | undefined;

  useEffect(() => {
    if (!element.current) return;
    const fields = state.form.getRegisteredFields();
    for (const [name, value] of takeTypedText(element.current)) {
      if (fields.includes(name)) state.form.change(name as keyof Values, value as Values[keyof Values]);
    }
    refocus(element.current);
  }, [state.form]);

  useEffect(() => {
    if (attempts > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);

  const send = (event: SubmitEvent<HTMLFormElement>) => {
    void Promise.resolve(state.handleSubmit(event)).then(() => {
      setAttempts((count) => count + 1);
    });
  };

  return (
    <form ref={element} className="stack" noValidate onSubmit={send}>
      {failure && !state.submitting && (
        <Alert key={attempts} severity="error" actions={failure.again && <Button type="submit">{t('tryAgain')}</Button>}>
          {failure.message}
        </Alert>
      )}
      {children}
    </form>
  );
}
