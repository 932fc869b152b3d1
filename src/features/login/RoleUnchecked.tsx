/** Shown in place of a page whose role could not be checked, as the server failed. */
import { useTranslation } from 'react-i18next';
import { useNavigate, useNavigation } from 'react-router';
import { useWhenOnline } from '@src/browser/useWhenOnline.ts';
import { useGoBack } from '@src/navigation/useGoBack.ts';
import { Button } from '@src/ui/native/Button.tsx';
import { Card } from '@src/ui/native/Card.tsx';

/** @param at the requested URL */
export function RoleUnchecked({ at }: { readonly at: string }) {
  const { t } = useTranslation(['session', 'common']);
  const navigate = useNavigate();
  const goBack = useGoBack();
  const isTrying = useNavigation().state !== 'idle';
  const tryAgain = () => void navigate(at, { replace: true });
  useWhenOnline(tryAgain);
  return (
    <Card title={t('noAccess.title')} heading={t('noAccess.unchecked')}>
      <p>{t('noAccess.uncheckedText')}</p>
      <Button kind="primary" busy={isTrying} onClick={tryAgain}>
        {t('common:tryAgain')}
      </Button>
      <Button onClick={goBack}>{t('common:back')}</Button>
    </Card>
  );
}
