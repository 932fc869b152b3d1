/** The dialog that creates a key: its name, how long it is valid, and further fields. */
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { keyName } from '@api/contract/rules/keyName.ts';
import { required } from '@api/contract/rules/required.ts';
import { Form } from '@src/forms/Form.tsx';
import { WrongFields } from '@src/forms/WrongFields.tsx';
import { FormSelect, FormTextField, SubmitButton } from '@src/forms/FormFields.tsx';
import { UnsavedChangesGuard } from '@src/navigation/UnsavedChangesGuard.ts';
import { Dialog } from '@src/ui/Dialog.tsx';

export interface KeyValues<Expiry extends string> {
  readonly name: string;
  readonly expiry: Expiry;
}

interface Props<Expiry extends string, Values extends KeyValues<Expiry>> {
  /** Title of the dialog and label of its button. */
  readonly title: string;
  readonly name: { readonly label: string; readonly hint: string };
  readonly expiry: {
    readonly label: string;
    readonly hint: string;
    readonly choices: readonly { readonly value: Expiry; readonly label: string }[];
  };
  readonly initialValues: Values;
  readonly onSubmit: Parameters<typeof Form<Values>>[0]['onSubmit'];
  readonly onClose: () => void;
  /** Further fields. */
  readonly children?: ReactNode;
}

const nameRules = [required, keyName];

export function KeyForm<Expiry extends string, Values extends KeyValues<Expiry>>({
  title,
  name,
  expiry,
  initialValues,
  onSubmit,
  onClose,
  children,
}: Props<Expiry, Values>) {
  const { t } = useTranslation('common');
  return (
    <Dialog title={title} onDecline={onClose}>
      <Form<Values> initialValues={initialValues} onSubmit={onSubmit}>
        <UnsavedChangesGuard />
        <FormTextField name="name" label={name.label} hint={name.hint} rules={nameRules} autoComplete="off" autoFocus />
        <FormSelect name="expiry" label={expiry.label} hint={expiry.hint} choices={expiry.choices} />
        {children}
        <div className="button-row">
          <Button onClick={onClose}>{t('cancel')}</Button>
          <SubmitButton block={false}>{title}</SubmitButton>
          <WrongFields />
        </div>
      </Form>
    </Dialog>
  );
}
