/** After the login of a user who came from another system without recovery codes: new ones, now or at a later login. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRenewRecoveryCodesMutation } from '@api/client/mfa.api.ts';
import { reveal } from '@api/client/secrets.ts';
import { Button } from '@src/ui/native/Button.tsx';
import { Card } from '@src/ui/native/Card.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

export function MissingCodes({ onContinue }: { readonly onContinue: () => void }) {
  const { t } = useTranslation('mfa');
  const [renew, { isLoading }] = useRenewRecoveryCodesMutation();
  const [codes, setCodes] = useState<readonly string[]>();
  const make = async () => {
    const { data } = await renew();
    if (data) setCodes(reveal(data).recoveryCodes);
  };
  if (codes) return <RecoveryCodes title={t('logIn.title')} codes={codes} onContinue={onContinue} />;
  return (
    <Card title={t('logIn.title')} heading={t('codes.missing.heading')} intro={t('codes.missing.intro')}>
      <Button kind="primary" busy={isLoading} onClick={() => void make()}>
        {t('codes.missing.make')}
      </Button>
      <Button kind="quiet" onClick={onContinue}>
        {t('codes.missing.later')}
      </Button>
    </Card>
  );
}
