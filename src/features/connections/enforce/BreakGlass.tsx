/** The accounts for emergencies, each tested by a login of its own. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useSetBreakGlassMutation } from '@api/client/identityProviders.api.ts';
import { useLazyFetchUserQuery } from '@api/client/users.api.ts';
import type { Requirement } from '@api/contract/identityProviders.shapes.ts';
import { required } from '@api/contract/rules/required.ts';
import { breakGlassRemovalRequested } from '@store/connections/provider.saga.ts';
import { Form } from '@src/forms/Form.tsx';
import { SubmitButton } from '@src/forms/FormFields.tsx';
import { useNotify } from '@src/shell/useNotify.ts';
import { Dialog } from '@src/ui/Dialog.tsx';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';
import { stayOpen, useWhileOpen } from '../useWhileOpen.ts';
import { PersonNameField } from './PersonNameField.tsx';

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
              <Button danger onClick={() => dispatch(breakGlassRemovalRequested({ organisationPublicId, userId, name }))}>
                {t('required.remove')}
                <VisuallyHidden> ({name})</VisuallyHidden>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="button-row">
        <Button
          onClick={() => {
            setAdding(true);
          }}
        >
          {t('required.addBreakGlass')}
        </Button>
      </div>
      {isAdding && (
        <BreakGlassDialog
          organisationPublicId={organisationPublicId}
          onClose={() => {
            setAdding(false);
          }}
        />
      )}
    </>
  );
}

interface DialogProps extends Pick<Props, 'organisationPublicId'> {
  readonly onClose: () => void;
}

const initial = { userName: '' };
const rules = [required];

/** Names an account for emergencies: a user of the organisation, searched by name. */
function BreakGlassDialog({ organisationPublicId, onClose }: DialogProps) {
  const { t } = useTranslation(['federation', 'common']);
  const notify = useNotify();
  const whileOpen = useWhileOpen();
  const [find] = useLazyFetchUserQuery();
  const [keep] = useSetBreakGlassMutation();
  const submit = async ({ userName }: typeof initial) => {
    const { data: found, error: unknown } = await find({ userName: userName.trim() });
    if (!found) {
      whileOpen(stayOpen, unknown);
      return { userName: t('required.unknown') };
    }
    const { error } = await keep({ organisationPublicId, userId: found.userId, kept: true });
    // The refusal is in the bar of alerts.
    if (!error) notify('federation:required.kept', { name: found.userName });
    whileOpen(onClose);
    return undefined;
  };
  return (
    <Dialog title={t('required.addBreakGlass')} onDecline={onClose}>
      <Form initialValues={initial} onSubmit={submit}>
        <PersonNameField
          name="userName"
          label={t('required.userName')}
          hint={t('required.userNameHint')}
          rules={rules}
          organisationPublicId={organisationPublicId}
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
