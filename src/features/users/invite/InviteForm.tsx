/** The invitation form: addresses, details, roles and message. */
import { useEffect, useRef } from 'react';
import { useField, useForm, useFormState } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { isSystemAdmin } from '@api/contract/person.ts';
import { maxLength } from '@api/contract/rules/length.ts';
import type { Self } from '@api/contract/users.shapes.ts';
import { keepFocus } from '@src/forms/formControl.tsx';
import { FormTextArea, FormTextField } from '@src/forms/FormFields.tsx';
import { NameFields } from '../fields/NameFields.tsx';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useOrganisationChoices } from '../../../choices/useChoices.ts';
import { OrganisationField } from '../fields/OrganisationField.tsx';
import { titleRules } from '@src/forms/personRules.ts';
import { WrongFields } from '@src/forms/WrongFields.tsx';
import { RolesField } from '../fields/RolesField.tsx';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { Section } from '@src/ui/Section.tsx';
import { namesIn } from './addresses.ts';
import { EmailsField } from './EmailsField.tsx';
import { countsOf, uniqueAddresses, type InviteValues } from './inviteValues.ts';

/** The server's limit in characters. */
const messageRules = [maxLength(2000)];

interface Props {
  readonly self: Self;
  readonly accepts: 'one' | 'several';
  readonly submit: string;
  /** Another invitation is running. */
  readonly busy: boolean;
  /** Changes when the form returns with other addresses. */
  readonly resetKey: string;
}

const noSubscription = { subscription: {} };

export function InviteForm({ self, accepts, submit, busy, resetKey }: Props) {
  const { t } = useTranslation('users');
  // Subscribed here, because react-final-form drops the value of an unregistered field.
  useField('emails', noSubscription);
  useField('firstName', noSubscription);
  useField('lastName', noSubscription);
  return (
    <div className="form-page-sections">
      <Section heading={t('invite.who')} intro={t('invite.whoIntro')}>
        {isSystemAdmin(self) && <OrganisationField />}
        <EmailsField key={resetKey} accepts={accepts} />
        <Names isGuessing={accepts === 'several'} />
        <FormTextField name="title" label={t('person.title')} hint={t('person.optional')} rules={titleRules} autoComplete="off" />
      </Section>
      <Section heading={t('edit.roles.heading')} intro={t('invite.rolesIntro')}>
        <RolesField self={self} areAssigned={accepts === 'one'} />
      </Section>
      <Section heading={t('invite.message')} intro={t('invite.messageIntro')}>
        <FormTextArea name="message" label={t('invite.message')} hint={t('person.optional')} rules={messageRules} />
        <div className="button-row">
          <BusyButton htmlType="submit" type="primary" busy={busy} onMouseDown={keepFocus}>
            <SubmitText self={self} accepts={accepts}>
              {submit}
            </SubmitText>
          </BusyButton>
          <WrongFields />
        </div>
      </Section>
    </div>
  );
}

/** Says how many go where, to an administrator of several organisations. */
function SubmitText({ self, accepts, children }: Pick<Props, 'self' | 'accepts'> & { readonly children: string }) {
  const { t } = useTranslation('users');
  const formats = useFormats();
  const { values } = useFormState<InviteValues>({ subscription: { values: true } });
  const organisations = useOrganisationChoices(isSystemAdmin(self));
  const organisation = organisations?.find(({ value }) => value === values.organisationPublicId)?.label;
  const { valid: count } = countsOf(values.emails);
  return organisation === undefined || count === 0 || accepts === 'one'
    ? children
    : t('invite.sendTo', { total: formats.number(count), organisation });
}

const noNames = { firstName: '', lastName: '' };

/** Asked only for a single address; several users get names derived from their addresses until they register. */
function Names({ isGuessing }: { readonly isGuessing: boolean }) {
  const { t } = useTranslation('users');
  const form = useForm<InviteValues>();
  const { values, submitFailed = false } = useFormState<InviteValues>({ subscription: { values: true, submitFailed: true } });
  const guessed = useRef(noNames);
  const people = uniqueAddresses(values.emails);
  const [only] = people;
  const { firstName, lastName } = only && people.length === 1 && !only.fault ? namesIn(only) : noNames;

  useEffect(() => {
    const before = guessed.current;
    if (!isGuessing || (firstName === before.firstName && lastName === before.lastName)) return;
    const { values: now } = form.getState();
    guessed.current = { firstName, lastName };
    // Do not overwrite names the user typed.
    if (now.firstName !== before.firstName || now.lastName !== before.lastName) return;
    form.batch(() => {
      form.change('firstName', firstName);
      form.change('lastName', lastName);
    });
  }, [isGuessing, form, firstName, lastName]);

  if (people.length <= 1) return <NameFields lastNameOptional />;
  const { valid, invalid } = countsOf(values.emails);
  return (
    <p role="status" className="muted">
      {[
        valid > 0 && t('invite.people', { count: valid }),
        // The field itself says so then.
        invalid > 0 && !submitFailed && t('invite.invalid', { count: invalid }),
      ]
        .filter(Boolean)
        .join(' ')}
    </p>
  );
}
