/** Offers to take views that are kept in this browser alone into the account. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { View } from '@api/contract/views.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { useBrowserViews } from './useBrowserViews.ts';
import { useProblemText } from './useProblemText.ts';

export function BrowserViewsOffer({ userId, own }: { readonly userId: string; readonly own: readonly View[] }) {
  const { t } = useTranslation('users');
  const { count, isSaving, error, save } = useBrowserViews(userId, own);
  const problem = useProblemText(error);
  if (count === 0) return null;
  return (
    <Alert
      actions={
        <Button size="small" loading={isSaving} onClick={save}>
          {t('views.browser.keep')}
        </Button>
      }
    >
      {t('views.browser.offer', { count })}
      {problem !== undefined && <p className="tone-text tone-error">{problem}</p>}
    </Alert>
  );
}
