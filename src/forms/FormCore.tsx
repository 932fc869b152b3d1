/**
 * The behaviour of every form: it submits once at a time, keeps the values, shows failures above itself and focuses the first wrong
 * field.
 */
import { useEffect, useRef, useState, type ComponentType, type ReactNode, type SubmitEvent } from 'react';
import { Form as FinalForm, type FormRenderProps, useForm } from 'react-final-form';
import type { FormApi } from 'final-form';
import { useTranslation } from 'react-i18next';
import { showValue, takeShownValues } from './shownValues.ts';
import { refocus, resend, takeTypedText } from './typedBeforeBoot.ts';
import { formFailure, type FormFailure, type SubmitErrors } from './submission.ts';

export interface FormProps<Values> {
  readonly initialValues?: Partial<Values>;
  /** Resolves to undefined on success. */
  readonly onSubmit: (values: Values) => Promise<SubmitErrors | undefined>;
  /** Password managers fill it in: what its fields show counts. */
  readonly autofilled?: boolean;
  readonly children: ReactNode;
}

export interface FailureProps {
  readonly message: string;
  /** Whether submitting again may help. */
  readonly again: boolean;
}

interface CoreProps<Values> extends FormProps<Values> {
  readonly Failure: ComponentType<FailureProps>;
}

export function FormCore<Values extends object>({
  initialValues,
  onSubmit,
  autofilled = false,
  Failure,
  children,
}: CoreProps<Values>) {
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
      render={(state) => (
        <FormBody state={state} autofilled={autofilled} Failure={Failure}>
          {children}
        </FormBody>
      )}
    />
  );
}

interface BodyProps<Values extends object> {
  readonly state: FormRenderProps<Values>;
  readonly autofilled: boolean;
  readonly Failure: ComponentType<FailureProps>;
  readonly children: ReactNode;
}

function FormBody<Values extends object>({ state, autofilled, Failure, children }: BodyProps<Values>) {
  const element = useRef<HTMLFormElement>(null);
  // `form` is the same object at each rendering; `state.form` is not.
  const form = useForm<Values>();
  const [attempts, setAttempts] = useState(0);
  const failure = state.submitError as FormFailure | undefined;

  useEffect(() => {
    if (!element.current) return;
    const fields = form.getRegisteredFields();
    for (const [name, value] of takeTypedText(element.current)) {
      if (!fields.includes(name)) continue;
      form.change(name as keyof Values, value as Values[keyof Values]);
      showValue(element.current, name, value);
    }
    refocus(element.current);
    resend(element.current);
  }, [form]);

  useEffect(() => {
    if (attempts > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);

  const takeShown = () => {
    if (autofilled && element.current) takeShownValues(element.current, form as unknown as FormApi<Record<string, unknown>>);
  };
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    takeShown();
    void Promise.resolve(state.handleSubmit(event)).then(() => {
      setAttempts((count) => count + 1);
    });
  };

  return (
    // Errors and the strength of a password follow what is shown.
    <form ref={element} className="stack" noValidate onSubmit={send} onFocusCapture={takeShown} onBlurCapture={takeShown}>
      {failure && !state.submitting && <Failure key={attempts} message={failure.message} again={failure.again} />}
      {children}
    </form>
  );
}
