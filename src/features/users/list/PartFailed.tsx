/** Stands where a part of the page could not be had, such as one that a newer version has done away with: loaded anew, the page has it. */
import { useTranslation } from 'react-i18next';
import { Alert } from '@src/ui/Alert.tsx';
import { Button } from '@src/ui/Button.tsx';

const reload = () => {
  location.reload();
};

export function PartFailed() {
  const { t } = useTranslation(['users', 'common']);
  return (
    <Alert severity="error" actions={<Button onClick={reload}>{t('common:tryAgain')}</Button>}>
      {t('users:list.partFailed')}
    </Alert>
  );
}
