/** The metadata of a SAML provider: its address, its XML, or a file of it, which is read here. */
import { useState } from 'react';
import { useForm } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { secureAddress } from '@api/contract/rules/secureAddress.ts';
import { FormTextArea, FormTextField } from '@src/forms/FormFields.tsx';
import { Alert } from '@src/ui/Alert.tsx';
import { FileDrop } from '@src/ui/native/FileDrop.tsx';
import { useWhileOpen } from '../useWhileOpen.ts';

/** The server's limit. */
const MAX_METADATA_BYTES = 262_144;
const addressRules = [secureAddress];

export function MetadataFields() {
  const { t } = useTranslation('federation');
  const form = useForm();
  const whileOpen = useWhileOpen();
  const [isFileUnreadable, setFileUnreadable] = useState(false);
  const readFile = async (file: File) => {
    const text = file.size > MAX_METADATA_BYTES ? undefined : await file.text().catch(() => undefined);
    whileOpen(() => {
      setFileUnreadable(text === undefined);
      if (text !== undefined) form.change('metadata', text);
    });
  };
  return (
    <>
      <FormTextField
        name="metadataUrl"
        label={t('connections.metadataUrl')}
        hint={t('connections.metadataUrlHint')}
        rules={addressRules}
        autoComplete="off"
      />
      <FormTextArea
        name="metadata"
        label={t('connections.metadataXml')}
        hint={t('connections.metadataXmlHint')}
        spellCheck={false}
        autoComplete="off"
      />
      {isFileUnreadable && <Alert severity="error">{t('connections.metadataFileBad', { size: '256 KB' })}</Alert>}
      <FileDrop
        label={t('connections.metadataFile')}
        hint={t('connections.metadataFileHint')}
        accept=".xml,text/xml,application/xml,application/samlmetadata+xml"
        onFiles={([file]) => {
          if (file) void readFile(file);
        }}
      />
    </>
  );
}
