/** Fallback for a chunk that failed to load, for example because a newer version was deployed. Reloading gets the new chunks. */
import { useTranslation } from 'react-i18next';
import { Alert } from '@src/ui/Alert.tsx';
import { Button } from '@src/ui/Button.tsx';

const reload = () => {
  location.reload();
};

export function ChunkFailed() {
  const { t } = useTranslation(['users', 'common']);
  return (
    <Alert severity="error" actions={<Button onClick={reload}>{t('common:tryAgain')}</Button>}>
      {t('users:list.partFailed')}
    </Alert>
  );
}
