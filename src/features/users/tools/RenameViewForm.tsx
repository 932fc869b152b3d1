/** Gives a saved view another name, in its row. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useRenameViewMutation } from '@api/client/views.api.ts';
import type { View } from '@api/contract/views.ts';
import { SubmitButton } from '@src/forms/FormFields.tsx';
import { ViewNameForm } from './ViewNameForm.tsx';

export function RenameViewForm({ view: { viewId, name: former }, onDone }: { readonly view: View; readonly onDone: () => void }) {
  const { t } = useTranslation(['users', 'common']);
  const [renameView] = useRenameViewMutation();
  const save = async (name: string) => {
    const { error } = name === former ? {} : await renameView({ viewId, body: { name } });
    if (error === undefined) onDone();
    return error;
  };
  return (
    <ViewNameForm label={t('views.newName', { name: former })} name={former} autoFocus onSave={save}>
      <SubmitButton block={false} size="small">
        {t('views.rename')}
      </SubmitButton>
      <Button size="small" onClick={onDone}>
        {t('common:cancel')}
      </Button>
    </ViewNameForm>
  );
}
