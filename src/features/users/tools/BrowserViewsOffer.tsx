/** Offers to take views that are kept in this browser alone into the account. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { isClientProblem } from '@api/client/clientProblem.ts';
import type { View } from '@api/contract/views.ts';
import { problemMessage } from '@store/notices/problemMessage.ts';
import { useMessages } from '@src/shell/useMessage.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { useBrowserViews } from './useBrowserViews.ts';

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

/**
 * The message of a failed request, shown beside a single field.
 * @param error of a mutation; undefined if there is none
 */
function useProblemText(error: unknown): string | undefined {
  const problem = isClientProblem(error) ? error : undefined;
  const field = problem?.kind === 'problem' ? Object.values(problem.body.fields ?? {})[0] : undefined;
  const [message] = useMessages(problem ? [problemMessage(problem)] : []);
  return field ?? message;
}
