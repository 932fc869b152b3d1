/** The domains that the organisation has proven or claims, and a field for another one. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddDomainMutation } from '@api/client/domains.api.ts';
import type { Domain } from '@api/contract/domains.ts';
import { domainName } from '@api/contract/rules/email.ts';
import { required } from '@api/contract/rules/required.ts';
import { Form } from '@src/forms/Form.tsx';
import { FormTextField, SubmitButton } from '@src/forms/FormFields.tsx';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { stayOpen, useWhileOpen } from '../useWhileOpen.ts';
import { DomainItem } from './DomainItem.tsx';

interface Props {
  readonly organisationPublicId: string;
  readonly domains: readonly Domain[];
}

const fields = ['domain'];
const initial = { domain: '' };
const rules = [required, domainName];

export function DomainsSection({ organisationPublicId, domains }: Props) {
  const { t } = useTranslation('federation');
  const [addedId, setAddedId] = useState<string>();
  const isListed = domains.some(({ domainId }) => domainId === addedId);
  useEffect(() => {
    // The record to set comes next.
    if (isListed && addedId !== undefined) document.getElementById(addedId)?.focus();
  }, [isListed, addedId]);
  return (
    <>
      {domains.length === 0 && <p>{t('domains.none')}</p>}
      {domains.length > 0 && (
        <ul className="stack-tight">
          {domains.map((domain) => (
            <DomainItem key={domain.domainId} organisationPublicId={organisationPublicId} domain={domain} />
          ))}
        </ul>
      )}
      {/* Another domain gets a form of its own, which is empty. */}
      <AddDomain key={addedId} organisationPublicId={organisationPublicId} onAdded={setAddedId} />
    </>
  );
}

interface AddProps extends Pick<Props, 'organisationPublicId'> {
  readonly onAdded: (domainId: string) => void;
}

function AddDomain({ organisationPublicId, onAdded }: AddProps) {
  const { t } = useTranslation('federation');
  const [add] = useAddDomainMutation();
  const errorsOf = useSubmitErrors(fields);
  const whileOpen = useWhileOpen();
  const submit = async ({ domain }: typeof initial) => {
    const { data, error } = await add({ organisationPublicId, body: { domain: domain.trim() } });
    if (data) {
      onAdded(data.domainId);
      return undefined;
    }
    whileOpen(stayOpen, error);
    return errorsOf(error);
  };
  return (
    <Form initialValues={initial} onSubmit={submit}>
      <FormTextField
        name="domain"
        label={t('domains.domain')}
        hint={t('domains.domainHint')}
        rules={rules}
        autoComplete="off"
        spellCheck={false}
      />
      <div className="button-row">
        <SubmitButton block={false}>{t('domains.add')}</SubmitButton>
      </div>
    </Form>
  );
}
