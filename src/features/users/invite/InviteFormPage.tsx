/** Invites or reinvites: the form, replaced by the result after sending. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-final-form';
import { useDispatch, useSelector } from 'react-redux';
import type { Self } from '@api/contract/users.shapes.ts';
import { registerModule } from '@store/modules.ts';
import { invitingModule } from '@store/users/inviting.module.ts';
import { invitingClosed, invitingRequested, type Invitee, selectInviting } from '@store/users/inviting.slice.ts';
import { Form } from '@src/forms/Form.tsx';
import { UnsavedChangesGuard } from '@src/navigation/UnsavedChangesGuard.ts';
import { InviteForm } from './InviteForm.tsx';
import { InviteResult } from './InviteResult.tsx';
import { invitationOf, type InviteValues, remainingValues } from './inviteValues.ts';
import './invite.css';

registerModule(invitingModule);

interface Props {
  readonly self: Self;
  readonly initial: InviteValues;
  /** ID of the reinvited user. */
  readonly about: string | null;
  readonly submit: string;
  readonly people: (values: InviteValues) => readonly Omit<Invitee, 'outcome' | 'mayBeInvited'>[];
}

export function InviteFormPage({ initial, people, ...rest }: Props) {
  // A refetch must not reset the form.
  const [values] = useState(initial);
  const dispatch = useDispatch();
  const { self, about } = rest;
  const send = (typed: InviteValues) => {
    dispatch(invitingRequested({ about, invitation: invitationOf(self, typed), people: people(typed) }));
    return Promise.resolve(undefined);
  };
  return (
    <Form<InviteValues> initialValues={values} onSubmit={send}>
      <FormOrResult {...rest} />
    </Form>
  );
}

/** The form stays mounted behind the result, for the addresses that failed. */
function FormOrResult({ self, about, submit }: Omit<Props, 'initial' | 'people'>): ReactNode {
  const dispatch = useDispatch();
  const form = useForm<InviteValues>();
  const inviting = useSelector(selectInviting);
  const job = inviting.kind !== 'idle' && inviting.about === about ? inviting : undefined;
  const formRef = useRef<HTMLDivElement>(null);
  const isBack = job === undefined;
  const wasBack = useRef(isBack);

  useEffect(() => {
    if (isBack && !wasBack.current) formRef.current?.querySelector('input')?.focus();
    wasBack.current = isBack;
  }, [isBack]);

  const close = () => dispatch(invitingClosed());
  return (
    <>
      <div ref={formRef} hidden={!isBack}>
        {isBack && <UnsavedChangesGuard />}
        <InviteForm
          self={self}
          accepts={about === null ? 'several' : 'one'}
          submit={submit}
          busy={inviting.kind === 'running'}
          resetKey={String(isBack)}
        />
      </div>
      {job && (
        <InviteResult
          job={job}
          onCorrect={() => {
            form.batch(() => {
              for (const [name, value] of Object.entries(remainingValues(job))) form.change(name as keyof InviteValues, value);
            });
            close();
          }}
          onMore={() => {
            form.restart();
            close();
          }}
        />
      )}
    </>
  );
}
