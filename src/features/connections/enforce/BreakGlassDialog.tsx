/** Names an account for emergencies: a user of the organisation, searched by name. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSetBreakGlassMutation } from '@api/client/identityProviders.api.ts';
import { useLazyFetchUserQuery } from '@api/client/users.api.ts';
import { required } from '@api/contract/rules/required.ts';
import { Form } from '@src/forms/Form.tsx';
import { SubmitButton } from '@src/forms/FormFields.tsx';
import { useNotify } from '@src/shell/useNotify.ts';
import { Dialog } from '@src/ui/Dialog.tsx';
import { PersonNameField } from './PersonNameField.tsx';
import { stayOpen, useWhileOpen } from '../useWhileOpen.ts';

interface Props {
  readonly organisationPublicId: string;
  readonly onClose: () => void;
}

const initial = { userName: '' };
const rules = [required];

export function BreakGlassDialog({ organisationPublicId, onClose }: Props) {
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
