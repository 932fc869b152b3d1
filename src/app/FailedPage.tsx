/** Shown when a page could not be loaded or drawn. */
import { useTranslation } from 'react-i18next';
import { Button } from '@src/ui/Button.tsx';
import { Card } from '@src/ui/Card.tsx';
import { SignInFrame } from './SignInFrame.tsx';

export function FailedPage() {
  const { t } = useTranslation('common');
  return (
    <SignInFrame>
      <Card title={t('failed.title')} heading={t('failed.title')}>
        <p>{t('failed.text')}</p>
        <Button
          kind="primary"
          wide
          onClick={() => {
            location.reload();
          }}
        >
          {t('tryAgain')}
        </Button>
      </Card>
    </SignInFrame>
  );
}
