/**
 * Replaces the metadata of a SAML provider that is on, as for a new certificate. The change may need another administrator's
 * approval.
 */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemCode } from '@api/client/clientProblem.ts';
import { useReplaceMetadataMutation } from '@api/client/identityProviders.api.ts';
import { Form } from '@src/forms/Form.tsx';
import { SubmitButton } from '@src/forms/FormFields.tsx';
import { problemOf } from '@src/forms/refusal.ts';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { UnsavedChangesGuard } from '@src/navigation/UnsavedChangesGuard.ts';
import { useNotify } from '@src/shell/useNotify.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { Dialog } from '@src/ui/Dialog.tsx';
import { MetadataFields } from './MetadataFields.tsx';
import { stayOpen, useWhileOpen } from '../useWhileOpen.ts';

interface Props {
  readonly organisationPublicId: string;
  readonly connectionId: string;
  readonly name: string;
}

const initial = { metadataUrl: '', metadata: '' };
const fields = Object.keys(initial);

export function ReplaceMetadata(props: Props) {
  const { t } = useTranslation('federation');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        onClick={() => {
          setOpen(true);
        }}
      >
        {t('connections.replace')}
      </Button>
      {isOpen && (
        <ReplaceDialog
          {...props}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

function ReplaceDialog({ organisationPublicId, connectionId, name, onClose }: Props & { readonly onClose: () => void }) {
  const { t } = useTranslation(['federation', 'common']);
  const notify = useNotify();
  const [replace] = useReplaceMetadataMutation();
  const errorsOf = useSubmitErrors(fields);
  const whileOpen = useWhileOpen();
  const submit = async ({ metadataUrl, metadata }: typeof initial) => {
    // Pasted metadata goes before an address, as in the settings.
    const body = metadata.trim() === '' && metadataUrl.trim() !== '' ? { metadataUrl: metadataUrl.trim() } : { metadata };
    const { error } = await replace({ organisationPublicId, connectionId, body });
    // The page of requests says that another administrator was asked.
    if (error && problemCode(problemOf(error)) !== 'ApprovalNeeded') {
      whileOpen(stayOpen, error);
      return errorsOf(error);
    }
    if (!error) notify('federation:connections.replaced', { name });
    whileOpen(onClose);
    return undefined;
  };
  return (
    <Dialog title={t('connections.replaceTitle', { name })} onDecline={onClose}>
      <Form initialValues={initial} onSubmit={submit}>
        <UnsavedChangesGuard />
        <Alert severity="warning">{t('connections.replaceText')}</Alert>
        <MetadataFields />
        <div className="button-row">
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <SubmitButton block={false}>{t('connections.replace')}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
