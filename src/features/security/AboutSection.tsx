/** The user's own names and title. */
import { useEffect, useState } from 'react';
import { useFormState } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import type { UserDetail } from '@api/contract/users.shapes.ts';
import { UnsavedChangesGuard } from '@src/navigation/UnsavedChangesGuard.ts';
import { useOwnUserName } from '@src/session/useOwnAccount.ts';
import { useFetchUserQuery } from '@api/client/users.api.ts';
import { Form } from '@src/forms/Form.tsx';
import { FormTextField } from '@src/forms/FormFields.tsx';
import { nameRules, titleRules } from '@src/forms/personRules.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Loaded } from '@src/ui/Section.tsx';
import { SaveButton } from './SaveButton.tsx';
import { detailsOf, useSaveAbout, type OwnDetails } from './useSaveAbout.ts';

export function AboutSection() {
  const userName = useOwnUserName();
  const query = useFetchUserQuery({ userName }, { skip: userName === '', refetchOnMountOrArgChange: true });
  return <Loaded query={query}>{(user) => <AboutForm user={user} refetch={query.refetch} />}</Loaded>;
}

interface Props {
  readonly user: UserDetail;
  readonly refetch: Parameters<typeof useSaveAbout>[1];
}

function AboutForm({ user, refetch }: Props) {
  const { t } = useTranslation('security');
  const formats = useFormats();
  const [shown, setShown] = useState(user);
  const [initial, setInitial] = useState(() => detailsOf(user));
  const save = useSaveAbout(shown, refetch);

  const submit = async (typed: OwnDetails) => {
    const { saved, newest, errors } = await save(typed);
    if (saved) setInitial(detailsOf(saved));
    const latest = saved ?? newest;
    if (latest) setShown(latest);
    return errors;
  };
  return (
    <Form<OwnDetails> initialValues={initial} onSubmit={submit}>
      <UnsavedChangesGuard />
      <AdoptNewerVersion
        isNewer={user.version > shown.version}
        onAdopt={() => {
          setShown(user);
          setInitial(detailsOf(user));
        }}
      />
      <FormTextField name="firstName" label={t('about.firstName')} rules={nameRules} autoComplete="given-name" />
      <FormTextField name="lastName" label={t('about.lastName')} rules={nameRules} autoComplete="family-name" />
      <FormTextField
        name="title"
        label={t('about.personTitle')}
        hint={t('about.optional')}
        rules={titleRules}
        autoComplete="organization-title"
      />
      <SaveButton>{t('about.submit')}</SaveButton>
      <p className="muted small">{t('about.since', { date: formats.date(user.createdAt, 'monthYear') })}</p>
    </Form>
  );
}

/** Takes over a newer version while the form is pristine. */
function AdoptNewerVersion({ isNewer, onAdopt }: { readonly isNewer: boolean; readonly onAdopt: () => void }) {
  const { dirty = false, submitting = false } = useFormState({ subscription: { dirty: true, submitting: true } });
  const adopts = isNewer && !dirty && !submitting;
  useEffect(() => {
    if (adopts) onAdopt();
  });
  return null;
}
