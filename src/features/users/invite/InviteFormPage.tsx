/** The screen of inviting, whether for the first time or again: the form, and in its place what becomes of each once it is sent. */
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
import { invitationOf, type InviteValues, leftOver } from './inviteValues.ts';
import './invite.css';

registerModule(invitingModule);

interface Props {
  readonly self: Self;
  readonly initial: InviteValues;
  /** Whose invitation it is that is sent again. */
  readonly about: string | null;
  readonly submit: string;
  readonly people: (values: InviteValues) => readonly Omit<Invitee, 'outcome' | 'unsure'>[];
}

export function InviteFormPage({ initial, people, ...rest }: Props) {
  // What is read afresh meanwhile is no reason to begin anew.
  const [values] = useState(initial);
  const dispatch = useDispatch();
  const { self, about } = rest;
  const send = (typed: InviteValues) => {
    dispatch(invitingRequested({ about, invitation: invitationOf(self, typed), people: people(typed) }));
    return Promise.resolve(undefined);
  };
  return (
    <Form<InviteValues> initialValues={values} onSubmit={send}>
      <Sides {...rest} />
    </Form>
  );
}

/** What was typed stays behind the result, for those whom it did not reach. */
function Sides({ self, about, submit }: Omit<Props, 'initial' | 'people'>): ReactNode {
  const dispatch = useDispatch();
  const form = useForm<InviteValues>();
  const inviting = useSelector(selectInviting);
  const job = inviting.kind !== 'idle' && inviting.about === about ? inviting : undefined;
  const side = useRef<HTMLDivElement>(null);
  const isBack = job === undefined;
  const was = useRef(isBack);

  useEffect(() => {
    if (isBack && !was.current) side.current?.querySelector('input')?.focus();
    was.current = isBack;
  }, [isBack]);

  const close = () => dispatch(invitingClosed());
  return (
    <>
      <div ref={side} hidden={!isBack}>
        {isBack && <UnsavedChangesGuard />}
        <InviteForm
          self={self}
          take={about === null ? 'several' : 'one'}
          submit={submit}
          busy={inviting.kind === 'running'}
          round={String(isBack)}
        />
      </div>
      {job && (
        <InviteResult
          job={job}
          onMend={() => {
            form.batch(() => {
              for (const [name, value] of Object.entries(leftOver(job))) form.change(name as keyof InviteValues, value);
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
