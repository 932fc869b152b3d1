/** The 404 page. */
import { useTranslation } from 'react-i18next';
import { Button } from '@src/ui/native/Button.tsx';
import { Card } from '@src/ui/native/Card.tsx';
import { SupportLink } from '@src/navigation/ScreenError.tsx';
import { useGoBack } from '@src/navigation/useGoBack.ts';

export default function MissingPage() {
  const { t } = useTranslation('common');
  const goBack = useGoBack();
  return (
    <Card title={t('missing.title')} heading={t('missing.title')}>
      <p>{t('missing.text')}</p>
      <Button kind="primary" onClick={goBack}>
        {t('back')}
      </Button>
      <SupportLink />
    </Card>
  );
}
