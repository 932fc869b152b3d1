/** The text of an answer or a note, with its two buttons. What is typed is kept as a draft until it is sent. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
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
import { type Drafts, useDraft } from './useDraft.ts';

interface Values {
  readonly text: string;
}

export type TextAct = 'answer' | 'note';

interface Props {
  readonly ticket: TicketDetail;
  readonly drafts: Drafts;
  readonly onSent: (act: TextAct) => void;
  /** Buttons beside the two. */
  readonly children: ReactNode;
}

const fields = ['text'];

export function TicketTextForm({ ticket, drafts, onSent, children }: Props) {
  const { ticketNumber, version } = ticket;
  const draft = useDraft(drafts, ticketNumber);
  const [answer] = useAnswerTicketMutation();
  const [note] = useNoteOnTicketMutation();
  const errorsOf = useSubmitErrors(fields);
  const act = useRef<TextAct>('answer');
  const clear = useRef<() => void>(undefined);

  const submit = async ({ text }: Values) => {
    const sent = act.current;
    const idempotencyKey = draft.keyOf(text);
    const { error } = await (sent === 'answer'
      ? answer({ ticketNumber, idempotencyKey, body: { version, text } })
      : note({ ticketNumber, idempotencyKey, body: { text } }));
    if (error) return errorsOf(error);
    clear.current?.();
    onSent(sent);
    return undefined;
  };

  return (
    <Form<Values> initialValues={draft.initialValues} onSubmit={submit}>
      <Text ticket={ticket} act={act} clear={clear} onWrite={draft.write}>
        {children}
      </Text>
    </Form>
  );
}

interface TextProps extends Pick<Props, 'ticket' | 'children'> {
  /** The button that was pressed last. */
  readonly act: { current: TextAct };
  readonly clear: { current: (() => void) | undefined };
  readonly onWrite: (text: string) => void;
}

function Text({ ticket: { state, from }, act, clear, onWrite, children }: TextProps) {
  const { t } = useTranslation('tickets');
  const form = useForm<Values>();
  const [pressed, setPressed] = useState<TextAct>();
  const { values, submitting = false } = useFormState<Values>({ subscription: { values: true, submitting: true } });
  const isEmpty = values.text.trim() === '';
  useUnsavedChanges(!isEmpty);
  const { text } = values;
  useEffect(() => {
    onWrite(text);
  }, [onWrite, text]);
  useEffect(() => {
    clear.current = () => {
      form.change('text', '');
    };
  }, [clear, form]);
  const button = (name: TextAct) => (
    <BusyButton
      htmlType="submit"
      type={name === 'answer' ? 'primary' : 'default'}
      busy={submitting && pressed === name}
      disabled={isEmpty}
      onClick={() => {
        act.current = name;
        setPressed(name);
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
