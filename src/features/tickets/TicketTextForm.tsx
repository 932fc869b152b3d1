/** The text of an answer or a note, with its two buttons. What is typed is kept as a draft until it is sent. */
import { type ReactNode, useEffect, useState } from 'react';
import { useForm, useFormState } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { useAnswerTicketMutation, useNoteOnTicketMutation } from '@api/client/tickets.api.ts';
import { MAX_ENTRY_LENGTH } from '@api/contract/tickets.list.ts';
import type { TicketDetail } from '@api/contract/tickets.ts';
import { Form } from '@src/forms/Form.tsx';
import { FormTextArea } from '@src/forms/FormFields.tsx';
import { useSubmitErrors } from '@src/forms/useSubmitErrors.ts';
import { useUnsavedChanges } from '@src/navigation/useUnsavedChanges.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { useDraft } from './useDraft.ts';

export type TextAct = 'answer' | 'note';

interface Values {
  readonly text: string;
  /** The button that was pressed. */
  readonly act: TextAct;
}

interface Props {
  readonly ticket: TicketDetail;
  readonly onSent: (act: TextAct) => void;
  /** Buttons beside the two. */
  readonly children: ReactNode;
}

const fields = ['text'];

export function TicketTextForm({ ticket, onSent, children }: Props) {
  const { ticketNumber, version } = ticket;
  const draft = useDraft(ticketNumber);
  const [answer] = useAnswerTicketMutation();
  const [note] = useNoteOnTicketMutation();
  const errorsOf = useSubmitErrors(fields);
  const [initial] = useState<Values>({ text: draft.text, act: 'answer' });

  const submit = async ({ text, act }: Values) => {
    const idempotencyKey = draft.keyOf(text);
    const { error } = await (act === 'answer'
      ? answer({ ticketNumber, idempotencyKey, body: { version, text } })
      : note({ ticketNumber, idempotencyKey, body: { text } }));
    if (error) return errorsOf(error);
    draft.sent(text);
    onSent(act);
    return undefined;
  };

  return (
    <Form<Values> initialValues={initial} onSubmit={submit}>
      <Text ticket={ticket} onWrite={draft.write}>
        {children}
      </Text>
    </Form>
  );
}

interface TextProps extends Pick<Props, 'ticket' | 'children'> {
  readonly onWrite: (text: string) => void;
}

const subscription = { values: true, submitting: true, submitSucceeded: true } as const;

function Text({ ticket: { state, from }, onWrite, children }: TextProps) {
  const { t } = useTranslation('tickets');
  const form = useForm<Values>();
  const { values, submitting = false, submitSucceeded = false } = useFormState<Values>({ subscription });
  const { text, act } = values;
  const isEmpty = text.trim() === '';
  useUnsavedChanges(!isEmpty);
  useEffect(() => {
    if (submitSucceeded) form.change('text', '');
  }, [submitSucceeded, form]);
  useEffect(() => {
    onWrite(text);
  }, [onWrite, text]);
  const button = (name: TextAct) => (
    <BusyButton
      htmlType="submit"
      type={name === 'answer' ? 'primary' : 'default'}
      busy={submitting && act === name}
      disabled={isEmpty}
      onClick={() => {
        form.change('act', name);
      }}
    >
      {t(`work.${name}`)}
    </BusyButton>
  );
  return (
    <>
      <FormTextArea
        name="text"
        label={t(state === 'open' ? 'work.text' : 'work.noteText')}
        hint={state === 'open' ? t('work.hint', { email: from.email }) : undefined}
        maxLength={MAX_ENTRY_LENGTH}
      />
      <div className="row row-tight small-buttons">
        {state === 'open' && button('answer')}
        {button('note')}
        {children}
      </div>
    </>
  );
}
