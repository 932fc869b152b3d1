/** Email preferences. Security alerts cannot be declined. */
import { useTranslation } from 'react-i18next';
import { useFetchEmailPreferencesQuery, useSetEmailPreferencesMutation } from '@api/client/security.preferences.api.ts';
import { isAuditReader } from '@api/contract/person.ts';
import type { ReplyOf } from '@api/contract/index.ts';
import { UnsavedChangesGuard } from '@src/navigation/UnsavedChangesGuard.ts';
import { Form } from '@src/forms/Form.tsx';
import { FormCheckbox } from '@src/forms/FormFields.tsx';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { Checkbox } from '@src/ui/Checkbox.tsx';
import { Loaded } from '@src/ui/Section.tsx';
import { SaveButton } from './SaveButton.tsx';
import { useSelf } from '@src/session/useOwnAccount.ts';
import { useNotify } from '@src/shell/useNotify.ts';

type Preferences = ReplyOf<'Users.EmailPreferences'>;

const fields = ['auditDigest', 'productNews'];

export function EmailSection() {
  const query = useFetchEmailPreferencesQuery();
  return <Loaded query={query}>{(preferences) => <PreferencesForm preferences={preferences} />}</Loaded>;
}

function PreferencesForm({ preferences }: { readonly preferences: Preferences }) {
  const { t } = useTranslation(['security', 'common']);
  const [save] = useSetEmailPreferencesMutation();
  const errorsOf = useSubmitErrors(fields);
  const notify = useNotify();
  const self = useSelf();
  const readsAudit = self !== null && isAuditReader(self);
  const submit = async ({ auditDigest, productNews }: Preferences) => {
    const { error } = await save({ body: { securityAlerts: true, auditDigest, productNews } });
    if (error) return errorsOf(error);
    notify('security:email.done');
    return undefined;
  };
  return (
    <Form<Preferences> initialValues={preferences} onSubmit={submit}>
      <UnsavedChangesGuard />
      <div className="stack-tight">
        <Checkbox label={t('email.securityAlerts')} checked disabled />
        {readsAudit && (
          <div>
            <FormCheckbox name="auditDigest" label={t('email.auditDigest')} />
            <p className="security-hint muted small">{t('email.auditDigestHint')}</p>
          </div>
        )}
        <FormCheckbox name="productNews" label={t('email.productNews')} />
      </div>
      <SaveButton>{t('common:save')}</SaveButton>
    </Form>
  );
}
