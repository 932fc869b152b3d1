/** Dialogs before saving details: the difference, and on a version conflict the choice between both versions. */
import { Button, Radio } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOrganisationChoices } from '@src/choices/useChoices.ts';
import { required } from '@api/contract/rules/required.ts';
import type { UserDetail } from '@api/contract/users.shapes.ts';
import { Form } from '@src/forms/Form.tsx';
import { useFormField } from '@src/forms/useFormField.ts';
import { Change } from '@src/ui/Change.tsx';
import { Dialog } from '@src/ui/Dialog.tsx';
import { Facts } from '@src/ui/Facts.tsx';
import { MovePreview } from '../move/lazyMove.ts';
import { type DetailField, type Details, differing, presumedSide, type Side } from './details.ts';
import type { Step } from './useSaveDetails.ts';

const labels = {
  firstName: 'person.firstName',
  lastName: 'person.lastName',
  title: 'person.title',
  email: 'column.email',
  organisationPublicId: 'column.organisation',
} as const satisfies Record<DetailField, string>;

/** A value as text: the organisation's name, a placeholder for empty. */
function useValues(user: UserDetail, fields: readonly DetailField[]): (field: DetailField, value: string) => string {
  const { t } = useTranslation('users');
  const choices = useOrganisationChoices(fields.includes('organisationPublicId'));
  return (field, value) => {
    if (field !== 'organisationPublicId') return value === '' ? t('edit.empty') : value;
    const { organisation } = user;
    const named = choices?.find((choice) => choice.value === value)?.label;
    return named ?? (organisation.publicId === value ? organisation.organisationName : value);
  };
}

export function SaveDialogs({ step, user }: { readonly step: Step | undefined; readonly user: UserDetail }) {
  if (!step) return null;
  return step.kind === 'review' ? <ReviewDialog step={step} user={user} /> : <MergeDialog step={step} />;
}

function ReviewDialog({
  step: { from, to, answer },
  user,
}: {
  readonly step: Step & { kind: 'review' };
  readonly user: UserDetail;
}) {
  const { t } = useTranslation(['users', 'common']);
  const fields = differing(from, to);
  const formatValue = useValues(user, fields);
  const words = { before: t('users:edit.before'), after: t('users:edit.after') };
  return (
    <Dialog title={t('users:edit.review')} onDecline={() => answer(false)}>
      <Facts
        items={fields.map((field) => ({
          label: t(`users:${labels[field]}`),
          children: (
            <>
              <Change from={formatValue(field, from[field])} to={formatValue(field, to[field])} words={words} />
              {field === 'email' && (
                <p className="muted small">{t(user.inviteState === null ? 'users:edit.emailWaits' : 'users:edit.linkDies')}</p>
              )}
            </>
          ),
        }))}
      />
      {fields.includes('organisationPublicId') && (
        <MovePreview userIds={[user.userId]} organisationPublicId={to.organisationPublicId} />
      )}
      <div className="button-row">
        <Button onClick={() => answer(false)}>{t('common:cancel')}</Button>
        <Button type="primary" autoFocus onClick={() => answer(true)}>
          {t('users:edit.saveChanges')}
        </Button>
      </div>
    </Dialog>
  );
}

/** Width at which both sides fit beside each other. */
const WIDTH_PX = 640;

const sides: readonly Side[] = ['theirs', 'mine'];
const requiredSide = [required];

type Choice = Partial<Record<DetailField, Side>>;

function MergeDialog({ step: { read, mine, theirs, newest, answer } }: { readonly step: Step & { kind: 'merge' } }) {
  const { t } = useTranslation('users');
  const fields = differing(mine, theirs);
  const formatValue = useValues(newest, fields);
  const [presumed] = useState<Choice>(() =>
    Object.fromEntries(fields.map((field) => [field, presumedSide(field, read, mine, theirs)])),
  );
  const save = (chosen: Choice) => {
    const taken = fields.map((field) => [field, (chosen[field] === 'theirs' ? theirs : mine)[field]]);
    answer({ ...mine, ...(Object.fromEntries(taken) as Partial<Details>) });
    return Promise.resolve(undefined);
  };
  return (
    <Dialog title={t('edit.merge.title')} width={WIDTH_PX} onDecline={() => answer(undefined)}>
      <p>{t('edit.merge.intro')}</p>
      <Form<Choice> initialValues={presumed} onSubmit={save}>
        {fields.map((field) => (
          <SideField
            key={field}
            name={field}
            label={t(labels[field])}
            valueOf={(side) => formatValue(field, (side === 'mine' ? mine : theirs)[field])}
          >
            {t('edit.merge.read', { value: formatValue(field, read[field]) })}
          </SideField>
        ))}
        <div className="button-row">
          <Button
            onClick={() => {
              answer(undefined);
            }}
          >
            {t('edit.merge.back')}
          </Button>
          <Button htmlType="submit" type="primary">
            {t('edit.merge.save')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

interface SideFieldProps {
  readonly name: DetailField;
  readonly label: string;
  readonly valueOf: (side: Side) => string;
  /** The value from which both versions started. */
  readonly children: ReactNode;
}

/** A choice between both versions of a field; neither is preselected where both changed it. */
function SideField({ name, label, valueOf, children }: SideFieldProps) {
  const { t } = useTranslation('users');
  const { input, error } = useFormField<Side | undefined>({ name, label, rules: requiredSide });
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <fieldset className="stack-tight" aria-describedby={error && errorId}>
      <legend className="field-label">{label}</legend>
      <div className="form-page-pair edit-sides">
        {sides.map((side) => (
          <Radio
            key={side}
            className="edit-side"
            name={id}
            checked={input.value === side}
            aria-invalid={error ? true : undefined}
            onChange={() => {
              input.onChange(side);
            }}
          >
            <span className="muted small">{t(`edit.merge.${side}`)} </span>
            <br />
            <strong>{valueOf(side)}</strong>
          </Radio>
        ))}
      </div>
      {error && (
        <p id={errorId} className="field-error">
          {error}
        </p>
      )}
      <p className="muted small">{children}</p>
    </fieldset>
  );
}
