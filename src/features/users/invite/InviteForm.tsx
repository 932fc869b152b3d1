/** Whom to invite, as what, and with which words. */
import { useEffect, useRef } from 'react';
import { useField, useForm, useFormState } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { isSystemAdmin } from '@api/contract/person.ts';
import { maxLength } from '@api/contract/rules/length.ts';
import type { Self } from '@api/contract/users.shapes.ts';
import { FormTextArea, FormTextField, keepFocus } from '@src/forms/FormFields.tsx';
import { Button } from '@src/ui/Button.tsx';
import { NameFields } from '../fields/NameFields.tsx';
import { OrganisationField } from '../fields/OrganisationField.tsx';
import { titleRules } from '../fields/personRules.ts';
import { RolesField } from '../fields/RolesField.tsx';
import { Section } from '../formPage/Section.tsx';
import { namesIn } from './addresses.ts';
import { EmailsField } from './EmailsField.tsx';
import { countsOf, invitedIn, type InviteValues } from './inviteValues.ts';

/** As the server has it. */
const messageRules = [maxLength(2000)];

interface Props {
  readonly self: Self;
  readonly take: 'one' | 'several';
  readonly submit: string;
  /** Another invitation is under way. */
  readonly busy: boolean;
  /** Changes when the form comes back with other addresses. */
  readonly round: string;
}

const silent = { subscription: {} };

export function InviteForm({ self, take, submit, busy, round }: Props) {
  const { t } = useTranslation('users');
  // Held here, as a field that nobody holds forgets what was typed.
  useField('emails', silent);
  useField('firstName', silent);
  useField('lastName', silent);
  return (
    <div className="sheet-sections">
      <Section heading={t('invite.who')} intro={t('invite.whoIntro')}>
        <EmailsField key={round} take={take} />
        <Names guess={take === 'several'} />
        <FormTextField name="title" label={t('person.title')} hint={t('person.optional')} rules={titleRules} autoComplete="off" />
        {isSystemAdmin(self) && <OrganisationField present={self.organisation} />}
      </Section>
      <Section heading={t('edit.roles.heading')} intro={t('invite.rolesIntro')}>
        <RolesField self={self} given={take === 'one'} />
      </Section>
      <Section heading={t('invite.message')} intro={t('invite.messageIntro')}>
        <FormTextArea name="message" label={t('invite.message')} hint={t('person.optional')} rules={messageRules} />
        <div className="button-row">
          <Button type="submit" kind="primary" busy={busy} onMouseDown={keepFocus}>
            {submit}
          </Button>
        </div>
      </Section>
    </div>
  );
}

const nobody = { firstName: '', lastName: '' };

/** Of one person alone they are asked; of several the addresses tell them, until each registers. */
function Names({ guess }: { readonly guess: boolean }) {
  const { t } = useTranslation('users');
  const form = useForm<InviteValues>();
  const { values } = useFormState<InviteValues>({ subscription: { values: true } });
  const guessed = useRef(nobody);
  const people = invitedIn(values.emails);
  const [only] = people;
  const { firstName, lastName } = only && people.length === 1 && !only.fault ? namesIn(only) : nobody;

  useEffect(() => {
    const before = guessed.current;
    if (!guess || (firstName === before.firstName && lastName === before.lastName)) return;
    const { values: now } = form.getState();
    guessed.current = { firstName, lastName };
    // What somebody typed there is theirs.
    if (now.firstName !== before.firstName || now.lastName !== before.lastName) return;
    form.batch(() => {
      form.change('firstName', firstName);
      form.change('lastName', lastName);
    });
  }, [guess, form, firstName, lastName]);

  if (people.length <= 1) return <NameFields />;
  const { valid, invalid } = countsOf(values.emails);
  return (
    <p role="status" className="muted">
      {[valid > 0 && t('invite.people', { count: valid }), invalid > 0 && t('invite.invalid', { count: invalid })]
        .filter(Boolean)
        .join(' ')}
    </p>
  );
}
