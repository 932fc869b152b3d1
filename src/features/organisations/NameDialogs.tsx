/** Dialogs to register and to rename an organisation. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { organisationsApi, useRegisterOrganisationMutation } from '@api/client/organisations.api.ts';
import type { Organisation } from '@api/contract/organisations.ts';
import { portfolioNameRules } from '@api/contract/rules/portfolioName.ts';
import { required } from '@api/contract/rules/required.ts';
import { problemLeftToCaller } from '@store/notices/alert.slice.ts';
import type { PhraseKey } from '@store/notices/message.ts';
import { noticeRaised } from '@store/notices/notices.slice.ts';
import { Form } from '@src/forms/Form.tsx';
import { FormTextField, SubmitButton } from '@src/forms/FormFields.tsx';
import { newUuid } from '@api/client/newUuid.ts';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { Dialog } from '@src/ui/Dialog.tsx';

const registerFields = ['organisationName', 'publicId'];
const renameFields = ['organisationName'];
const nameRules = [required, ...portfolioNameRules];
const idRules = [required];

function NameField() {
  const { t } = useTranslation('organisations');
  return (
    <FormTextField name="organisationName" label={t('column.organisationName')} rules={nameRules} autoComplete="off" autoFocus />
  );
}

const successNotice = (phrase: PhraseKey, name: string) =>
  noticeRaised({ severity: 'success', message: { phrase, values: { name } } });

type Values = Pick<Organisation, 'organisationName' | 'publicId'>;

/** @param onClose called with the ID of the registered organisation */
export function RegisterDialog({ onClose }: { readonly onClose: (publicId?: string) => void }) {
  const { t } = useTranslation(['organisations', 'common']);
  const dispatch = useDispatch();
  const [register] = useRegisterOrganisationMutation();
  const errorsOf = useSubmitErrors(registerFields, { publicId: t('register.idExpected') });
  // New initial values would reset the form.
  const [initialValues] = useState(() => ({ organisationName: '', publicId: newUuid() }));
  const submit = async ({ organisationName: name, publicId }: Values) => {
    const { error } = await register({ organisationName: name.trim(), publicId: publicId.trim() });
    if (error) return errorsOf(error);
    dispatch(successNotice('organisations:register.done', name.trim()));
    onClose(publicId.trim());
    return undefined;
  };
  return (
    <Dialog
      title={t('register.title')}
      onDecline={() => {
        onClose();
      }}
    >
      <Form<Values> initialValues={initialValues} onSubmit={submit}>
        <NameField />
        <FormTextField
          name="publicId"
          label={t('panel.id')}
          hint={t('register.idHint')}
          rules={idRules}
          autoComplete="off"
          spellCheck={false}
        />
        <div className="button-row">
          <Button
            onClick={() => {
              onClose();
            }}
          >
            {t('common:cancel')}
          </Button>
          <SubmitButton block={false}>{t('register.submit')}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

interface RenameProps {
  readonly organisation: Organisation;
  readonly onClose: () => void;
}

export function RenameDialog({ organisation: { publicId, organisationName: before }, onClose }: RenameProps) {
  const { t } = useTranslation(['organisations', 'common']);
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const errorsOf = useSubmitErrors(renameFields);
  const submit = async ({ organisationName: name }: Pick<Values, 'organisationName'>) => {
    const { updateOrganisation } = organisationsApi.endpoints;
    const request = dispatch(updateOrganisation.initiate({ publicId, body: { organisationName: name.trim() } }));
    dispatch(problemLeftToCaller(request.requestId));
    const { error } = await request;
    if (error) return errorsOf(error);
    dispatch(successNotice('organisations:rename.done', name.trim()));
    onClose();
    return undefined;
  };
  return (
    <Dialog title={t('rename.title', { name: before })} onDecline={onClose}>
      <Form initialValues={{ organisationName: before }} onSubmit={submit}>
        <NameField />
        <div className="button-row">
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <SubmitButton block={false}>{t('rename.submit')}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
