/** Shows a newly issued recovery code once; it cannot be shown again after closing. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { reveal } from '@api/client/secrets.ts';
import { recoveryCodeClosed, type IssuedCode, selectIssuedCode } from '@store/users/recoveryCode.slice.ts';
import { endText } from '@src/i18n/endText.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { CopyButton } from '@src/ui/CopyButton.tsx';
import { Dialog } from '@src/ui/Dialog.tsx';

export function RecoveryCodeDialog() {
  const issued = useSelector(selectIssuedCode);
  return issued && <CodeDialog {...issued} />;
}

function CodeDialog({ userName, name, ticket }: IssuedCode) {
  const { t } = useTranslation('users');
  const formats = useFormats();
  const dispatch = useDispatch();
  const [now] = useState(Date.now);
  const { recoveryCode, expiresAt } = reveal(ticket);
  const close = () => dispatch(recoveryCodeClosed());
  return (
    <Dialog title={t('recoveryCode.title', { userName })} onDecline={close}>
      <p>{t('recoveryCode.text', { name })}</p>
      <output className="box mono" aria-label={t('recoveryCode.label')}>
        {recoveryCode}
      </output>
      <p className="muted small">{t('recoveryCode.until', { time: endText(formats, expiresAt, now) })}</p>
      <div className="button-row">
        <CopyButton text={recoveryCode} of={t('recoveryCode.label')} />
        <Button type="primary" onClick={close} autoFocus>
          {t('recoveryCode.close')}
        </Button>
      </div>
    </Dialog>
  );
}
