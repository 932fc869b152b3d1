/** Says that the saved view in the address is missing, or that the caller cannot use parts of it. */
import { useTranslation } from 'react-i18next';
import { Alert } from '@src/ui/Alert.tsx';
import type { SavedViews } from '../view/useSavedViews.ts';

export function ViewNotice({ saved: { shown, isMissing } }: { readonly saved: SavedViews }) {
  const { t } = useTranslation('users');
  if (isMissing) return <Alert severity="warning">{t('views.missing')}</Alert>;
  if (shown?.incomplete) return <Alert severity="info">{t('views.incomplete', { name: shown.name })}</Alert>;
  return null;
}
