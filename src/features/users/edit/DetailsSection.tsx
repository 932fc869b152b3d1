/** A user's name, title, email and organisation. Fields the caller may not change are read-only, with the reason. */
import { Button } from 'antd';
import { useEffect, useMemo, type RefObject } from 'react';
import type { FormApi } from 'final-form';
import { useForm, useFormState } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { isClientProblem } from '@api/client/clientProblem.ts';
import { usePatchUserMutation } from '@api/client/users.api.ts';
import type { Person } from '@api/contract/person.ts';
import type { ImpersonationAccess } from '@api/contract/session.policy.ts';
import { type EditableField, mayEditField } from '@api/contract/users.policy.ts';
import type { UserDetail } from '@api/contract/users.shapes.ts';
import { targetOf } from '@api/contract/users.policyInput.ts';
import { UnsavedChangesGuard } from '@src/navigation/UnsavedChangesGuard.ts';
import { Form } from '@src/forms/Form.tsx';
import { keepFocus } from '@src/forms/formControl.tsx';
import { emailInput } from '@src/forms/emailInput.ts';
import { FormTextField } from '@src/forms/FormFields.tsx';
import { ProblemAlert } from '@src/forms/ProblemAlert.tsx';
import { reasonOf, type Reason } from '../actions/userActions.ts';
import { NameFields } from '../fields/NameFields.tsx';
import { OrganisationField } from '../fields/OrganisationField.tsx';
import { emailRules, titleRules } from '@src/forms/personRules.ts';
import { type Details, detailsOf } from './details.ts';
import { SaveDialogs } from './SaveDialogs.tsx';
import { useSaveDetails } from './useSaveDetails.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';

interface Props {
  readonly user: UserDetail;
  readonly actor: Person;
  /** Access of an actor who impersonates: read-only access can change nothing, other access all but the e-mail address. */
  readonly access: ImpersonationAccess | null;
  readonly refetch: Parameters<typeof useSaveDetails>[1];
  readonly onSaved: (user: UserDetail) => void;
}

export function DetailsSection({ user, actor, access, refetch, onSaved }: Props) {
  const { initial, step, form, submit, adopt } = useSaveDetails(user, refetch);
  const values = useMemo(() => detailsOf(initial), [initial]);
  useEffect(() => {
    onSaved(initial);
  }, [initial, onSaved]);
  return (
    <>
      <Form<Details> initialValues={values} onSubmit={submit}>
        <UnsavedChangesGuard />
        <Fields user={user} shown={initial} actor={actor} access={access} formRef={form} onFresh={adopt} />
      </Form>
      <SaveDialogs step={step} user={user} />
    </>
  );
}

interface FieldsProps {
  readonly user: UserDetail;
  readonly shown: UserDetail;
  readonly actor: Person;
  readonly access: ImpersonationAccess | null;
  readonly formRef: RefObject<FormApi<Details> | null>;
  readonly onFresh: (user: UserDetail) => void;
}

function Fields({ user, shown, actor, access, formRef, onFresh }: FieldsProps) {
  const { t } = useTranslation(['users', 'common']);
  const api = useForm<Details>();
  const { dirty = false, submitting = false } = useFormState({ subscription: { dirty: true, submitting: true } });
  useEffect(() => {
    formRef.current = api;
  }, [formRef, api]);
  useEffect(() => {
    if (!dirty && !submitting) onFresh(user);
  });

  const reasonFor = (field: EditableField): Reason | null =>
    reasonOf(mayEditField(actor, targetOf(user), field)) ?? (access === 'read' ? 'reading' : null);
  const names = reasonFor('firstName');
  const email = reasonFor('email') ?? (access === 'act' ? 'acting' : null);
  const organisation = reasonFor('organisationPublicId');
  const reason = (refusedFor: Reason | null) => (refusedFor === null ? undefined : t(`users:reason.${refusedFor}`));
  /** Said once, below both fields. */
  const shared = email !== null && email === organisation && email !== names ? reason(email) : undefined;
  const hidden = shared && <VisuallyHidden>{shared}</VisuallyHidden>;
  return (
    <>
      {names && <p className="muted">{reason(names)}</p>}
      <NameFields disabled={names !== null} />
      <FormTextField
        name="title"
        label={t('users:person.title')}
        hint={t('users:person.optional')}
        rules={titleRules}
        autoComplete="off"
        disabled={names !== null}
      />
      <FormTextField
        name="email"
        {...emailInput}
        label={t('users:column.email')}
        hint={
          hidden ??
          (email === names ? undefined : reason(email)) ??
          (shown.pendingEmail !== null && <Pending user={shown} mayWithdraw={email === null} />)
        }
        rules={emailRules}
        autoComplete="off"
        disabled={email !== null}
      />
      <OrganisationField
        present={shown.organisation}
        disabled={organisation !== null}
        hint={hidden ?? (organisation === names ? undefined : reason(organisation))}
      />
      {shared && (
        <p className="muted small">
          {t('users:edit.security.refused', {
            action: `${t('users:column.email')}, ${t('users:column.organisation')}`,
            reason: shared,
          })}
        </p>
      )}
      {/* A system administrator can move users whom the directory manages. */}
      {(names === null || organisation === null) && (
        <div className="button-row">
          <BusyButton htmlType="submit" type="primary" busy={submitting} disabled={!dirty && !submitting} onMouseDown={keepFocus}>
            {t('common:save')}
          </BusyButton>
          {dirty && !submitting && (
            <Button
              type="link"
              onClick={() => {
                api.reset(detailsOf(shown));
              }}
            >
              {t('users:edit.discard')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** A new email takes effect once confirmed; until then it can be withdrawn. */
function Pending({ user, mayWithdraw }: { readonly user: UserDetail; readonly mayWithdraw: boolean }) {
  const { t } = useTranslation('users');
  const [patch, { isLoading, error }] = usePatchUserMutation();
  const { userName, version, email, pendingEmail } = user;
  return (
    <div className="stack-tight">
      <p>{t('edit.pending', { email: pendingEmail })}</p>
      {mayWithdraw && (
        <div className="small-buttons">
          <BusyButton
            type="link"
            className="flush-start"
            busy={isLoading}
            onClick={() => void patch({ userName, body: { version, email } })}
          >
            {t('edit.withdraw')}
          </BusyButton>
        </div>
      )}
      {isClientProblem(error) && <ProblemAlert problem={error} />}
    </div>
  );
}
