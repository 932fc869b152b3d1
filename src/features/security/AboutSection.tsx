/** The user's own names and title. */
import { useEffect, useState } from 'react';
import { useFormState } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { isClientProblem, problemCode } from '@api/client/clientProblem.ts';
import type { UserDetail } from '@api/contract/users.shapes.ts';
import { UnsavedChangesGuard } from '@src/navigation/UnsavedChangesGuard.ts';
import { useOwnUserName } from '@src/session/useOwnAccount.ts';
import { useFetchUserQuery, usePatchUserMutation } from '@api/client/users.api.ts';
import { typedName } from '@api/contract/rules/typed.ts';
import { Form } from '@src/forms/Form.tsx';
import { FormTextField } from '@src/forms/FormFields.tsx';
import { nameRules, titleRules } from '@src/forms/personRules.ts';
import { formFailure, type SubmitErrors } from '@src/forms/submission.ts';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useNotify } from '@src/shell/useNotify.ts';
import { Loaded } from '@src/ui/Section.tsx';
import { SaveButton } from './SaveButton.tsx';

export function AboutSection() {
  const userName = useOwnUserName();
  const query = useFetchUserQuery({ userName }, { skip: userName === '', refetchOnMountOrArgChange: true });
  return <Loaded query={query}>{(user) => <AboutForm user={user} refetch={query.refetch} />}</Loaded>;
}

interface Props {
  readonly user: UserDetail;
  readonly refetch: Refetch;
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

const fields = ['firstName', 'lastName', 'title'] as const;
type OwnDetails = Readonly<Record<(typeof fields)[number], string>>;

const detailsOf = ({ firstName, lastName, title }: UserDetail): OwnDetails => ({
  firstName,
  lastName,
  title: title ?? '',
});

interface Result {
  readonly saved?: UserDetail;
  /** The version another user saved. */
  readonly newest?: UserDetail;
  readonly errors?: SubmitErrors | undefined;
}

type Refetch = () => PromiseLike<{ readonly data?: UserDetail | undefined; readonly error?: unknown }>;

/**
 * Saves the user's own details. On `StaleVersion` it shows a message and takes the newer version, so that saving again overwrites
 * it. The user is the version the changes are based on.
 */
function useSaveAbout({ userName, version }: UserDetail, refetch: Refetch): (typed: OwnDetails) => Promise<Result> {
  const { t } = useTranslation('security');
  const [patch] = usePatchUserMutation();
  const errorsOf = useSubmitErrors(fields);
  const notify = useNotify();

  return async ({ firstName, lastName, title }) => {
    const body = { version, firstName: typedName(firstName), lastName: typedName(lastName), title: title.trim() || null };
    const { data, error } = await patch({ userName, body });
    if (data) {
      notify('security:about.done');
      return { saved: data };
    }
    if (!isClientProblem(error) || problemCode(error) !== 'StaleVersion') return { errors: errorsOf(error) };
    const latest = await refetch();
    if (!latest.data) return { errors: errorsOf(latest.error) };
    const { firstName: first, lastName: last, title: theirs } = latest.data;
    const name = [theirs, first, last].filter(Boolean).join(' ');
    return { newest: latest.data, errors: formFailure(t('about.stale', { name })) };
  };
}
