/** The TOTP secret as QR code and text, and the first code to prove it was stored. */
import { lazy, Suspense, useState, type ComponentProps, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useEnableMfaMutation } from '@api/client/mfa.api.ts';
import { reveal, seal } from '@api/client/secrets.ts';
import type { ReplyOf } from '@api/contract/index.ts';
import { required } from '@api/contract/rules/required.ts';
import { Form } from '@src/forms/native/Form.tsx';
import { FormTextField, SubmitButton } from '@src/forms/native/FormFields.tsx';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { CopyButton } from '@src/ui/native/CopyButton.tsx';
import type Picture from './QrCode.tsx';
import { digitsOf, SubmitWhenComplete } from './SubmitWhenComplete.tsx';

/** If the QR chunk fails to load, the textual key is enough. */
const emptyModule = () => ({ default: () => null });
const QrCode = lazy<(picture: ComponentProps<typeof Picture>) => ReactNode>(() =>
  import(/* webpackChunkName: "qr" */ './QrCode.tsx').catch(emptyModule),
);

type Enabled = ReplyOf<'Mfa.Enable'>;

interface Props {
  readonly secret: ReplyOf<'Mfa.BeginEnable'>;
  readonly onEnabled: (enabled: Enabled) => void;
  readonly onExpired: () => void;
}

const fields = ['code'];
const presence = [required];
const inFours = (key: string): string => key.replace(/(.{4})(?=.)/g, '$1 ');

export function EnrolForm({ secret: { sharedKey, authenticatorUri }, onEnabled, onExpired }: Props) {
  const { t } = useTranslation('mfa');
  const [enable] = useEnableMfaMutation();
  const errorsOf = useSubmitErrors(fields);
  const [isTouch] = useState(() => matchMedia('(pointer: coarse)').matches);

  const submit = async ({ code }: { readonly code: string }) => {
    const { data, error } = await enable(seal({ body: { code: digitsOf(code) } }));
    if (data) onEnabled(reveal(data));
    else if (data === null) onExpired();
    else return errorsOf(error);
    return undefined;
  };

  return (
    <ol className="mfa-steps stack">
      <li>
        <div className="stack">
          {isTouch && (
            <a className="button button-primary" href={authenticatorUri}>
              {t('enrol.open')}
            </a>
          )}
          <p>{t(isTouch ? 'enrol.scanElsewhere' : 'enrol.scan')}</p>
          <Suspense fallback={<div className="qr" />}>
            <QrCode text={authenticatorUri} label={t('enrol.qr')} />
          </Suspense>
          <div className="with-end">
            <span className="field-label" id="setup-key">
              {t('enrol.key')}
            </span>
            <code className="mono small" role="group" aria-labelledby="setup-key">
              {inFours(sharedKey)}
            </code>
            <CopyButton text={sharedKey} of={t('enrol.key')} />
          </div>
          {!isTouch && (
            <p className="small">
              <a className="link" href={authenticatorUri}>
                {t('enrol.open')}
              </a>
            </p>
          )}
        </div>
      </li>
      <li>
        <div className="stack">
          <p>{t('enrol.enter')}</p>
          <Form onSubmit={submit}>
            <FormTextField name="code" label={t('code')} rules={presence} inputMode="numeric" autoComplete="one-time-code" />
            <SubmitWhenComplete name="code" />
            <SubmitButton>{t('enrol.submit')}</SubmitButton>
          </Form>
        </div>
      </li>
    </ol>
  );
}
