/** The accounts for emergencies: named by user name, tested by a log-in of their own. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useSetBreakGlassMutation } from '@api/client/connections.api.ts';
import { useLazyFetchUserQuery } from '@api/client/users.api.ts';
import type { Requirement } from '@api/contract/connections.ts';
import { required } from '@api/contract/rules/required.ts';
import { breakGlassRemovalRequested } from '@store/federation/acts.saga.ts';
import { Form } from '@src/forms/Form.tsx';
import { FormTextField, SubmitButton } from '@src/forms/FormFields.tsx';
import { useNotify } from '@src/shell/useNotify.ts';
import { Dialog } from '@src/ui/Dialog.tsx';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';

interface Props {
  readonly organisationPublicId: string;
  readonly accounts: Requirement['breakGlass'];
}

export function BreakGlass({ organisationPublicId, accounts }: Props) {
  const { t } = useTranslation('federation');
  const dispatch = useDispatch();
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      {accounts.length === 0 && <p className="muted">{t('required.noBreakGlass')}</p>}
      {accounts.length > 0 && (
        <ul className="stack-tight">
          {accounts.map(({ userId, userName, displayName: name, tested }) => (
            <li key={userId} className="box row spread">
              <div>
                <p>
                  {name} <span className="muted small">{userName}</span>
                </p>
                <p className="small">{t(tested ? 'required.tested' : 'required.untested')}</p>
              </div>
              <Button onClick={() => dispatch(breakGlassRemovalRequested({ organisationPublicId, userId, name }))}>
                {t('required.remove')}
                <VisuallyHidden> ({name})</VisuallyHidden>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          onClick={() => {
            setAdding(true);
          }}
        >
          {t('required.addBreakGlass')}
        </Button>
      </div>
      {isAdding && (
        <AddDialog
          organisationPublicId={organisationPublicId}
          onClose={() => {
            setAdding(false);
          }}
        />
      )}
    </>
  );
}

const initial = { userName: '' };
const rules = [required];

function AddDialog({ organisationPublicId, onClose }: Pick<Props, 'organisationPublicId'> & { readonly onClose: () => void }) {
  const { t } = useTranslation(['federation', 'common']);
  const notify = useNotify();
  const [find] = useLazyFetchUserQuery();
  const [keep] = useSetBreakGlassMutation();
  const submit = async ({ userName }: typeof initial) => {
    const { data: found } = await find({ userName: userName.trim() });
    if (!found) return { userName: t('required.unknown') };
    const { error } = await keep({ organisationPublicId, userId: found.userId, kept: true });
    // The refusal is in the bar of alerts.
    if (!error) notify('federation:required.kept', { name: found.userName });
    onClose();
    return undefined;
  };
  return (
    <Dialog title={t('required.addBreakGlass')} onDecline={onClose}>
      <Form initialValues={initial} onSubmit={submit}>
        <FormTextField
          name="userName"
          label={t('required.userName')}
          hint={t('required.userNameHint')}
          rules={rules}
          autoComplete="off"
          autoFocus
        />
        <div className="button-row">
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <SubmitButton block={false}>{t('required.keep')}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
