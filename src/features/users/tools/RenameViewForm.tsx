/** Gives a saved view another name, in its row. */
import { Button } from 'antd';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRenameViewMutation } from '@api/client/views.api.ts';
import { viewName } from '@api/contract/rules/viewName.ts';
import type { View } from '@api/contract/views.ts';
import { TextField } from '@src/ui/TextField.tsx';
import { useProblemText } from './useProblemText.ts';

export function RenameViewForm({ view: { viewId, name: former }, onDone }: { readonly view: View; readonly onDone: () => void }) {
  const { t } = useTranslation(['users', 'common']);
  const [name, setName] = useState(former);
  const [renameView, { error, isLoading }] = useRenameViewMutation();
  const problem = useProblemText(error);
  const save = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (name.trim() === '' || isLoading) return;
    const result = name.trim() === former ? {} : await renameView({ viewId, body: { name: name.trim() } });
    if (!('error' in result && result.error)) onDone();
  };
  return (
    <form className="stack" onSubmit={(event) => void save(event)}>
      <TextField
        label={t('views.newName', { name: former })}
        error={problem}
        value={name}
        maxLength={Number(viewName.values?.max)}
        autoComplete="off"
        autoFocus
        onChange={(event) => {
          setName(event.target.value);
        }}
      />
      <div className="button-row">
        <Button htmlType="submit" type="primary" size="small" loading={isLoading}>
          {t('views.rename')}
        </Button>
        <Button size="small" onClick={onDone}>
          {t('common:cancel')}
        </Button>
      </div>
    </form>
  );
}
