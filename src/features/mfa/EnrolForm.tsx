/** The key, as a picture and as text, and the first code that proves it arrived. */
import { lazy, Suspense, type ComponentProps, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useEnableMfaMutation } from '@api/client/mfa.api.ts';
import { reveal, seal } from '@api/client/secrets.ts';
import type { ReplyOf } from '@api/contract/index.ts';
import { required } from '@api/contract/rules/required.ts';
import { Form } from '@src/forms/Form.tsx';
import { FormTextField, SubmitButton } from '@src/forms/FormFields.tsx';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { CopyButton } from '@src/ui/CopyButton.tsx';
import type Picture from './QrCode.tsx';
import { digitsOf, SendWhenComplete } from './SendWhenComplete.tsx';

/** Without the picture there is still the key. */
const nothing = () => ({ default: () => null });
const QrCode = lazy<(picture: ComponentProps<typeof Picture>) => ReactNode>(() =>
  import(/* webpackChunkName: "qr" */ './QrCode.tsx').catch(nothing),
);

export type Enabled = ReplyOf<'Mfa.Enable'>;

interface Props {
  readonly secret: ReplyOf<'Mfa.BeginEnable'>;
  readonly onEnabled: (enabled: Enabled) => void;
  readonly onOver: () => void;
}

const fields = ['code'];
const presence = [required];
const inFours = (key: string): string => key.replace(/(.{4})(?=.)/g, '$1 ');

export function EnrolForm({ secret: { sharedKey, authenticatorUri }, onEnabled, onOver }: Props) {
  const { t } = useTranslation('mfa');
  const [enable] = useEnableMfaMutation();
  const errorsOf = useSubmitErrors(fields);

  const submit = async ({ code }: { readonly code: string }) => {
    const { data, error } = await enable(seal({ body: { code: digitsOf(code) } }));
    if (data) onEnabled(reveal(data));
    else if (data === null) onOver();
    else return errorsOf(error);
    return undefined;
  };

  return (
    <ol className="mfa-steps">
      <li className="mfa-step">
        <div className="stack">
          <p>{t('enrol.scan')}</p>
          <Suspense fallback={<div className="qr" />}>
            <QrCode text={authenticatorUri} label={t('enrol.qr')} />
          </Suspense>
          <div className="mfa-key">
            <span className="field-label" id="setup-key">
              {t('enrol.key')}
            </span>
            <code role="group" aria-labelledby="setup-key">
              {inFours(sharedKey)}
            </code>
            <CopyButton text={sharedKey} of={t('enrol.key')} />
          </div>
          <p className="small">
            <a className="link" href={authenticatorUri}>
              {t('enrol.open')}
            </a>
          </p>
        </div>
      </li>
      <li className="mfa-step">
        <div className="stack">
          <p>{t('enrol.enter')}</p>
          <Form onSubmit={submit}>
            <FormTextField name="code" label={t('code')} rules={presence} inputMode="numeric" autoComplete="one-time-code" />
            <SendWhenComplete name="code" />
            <SubmitButton>{t('enrol.submit')}</SubmitButton>
          </Form>
        </div>
      </li>
    </ol>
  );
}
