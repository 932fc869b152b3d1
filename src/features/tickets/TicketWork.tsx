/** The actions on a ticket: answer, note, assign, close, reopen. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAssignTicketMutation, useCloseTicketMutation, useReopenTicketMutation } from '@api/client/tickets.api.ts';
import type { TicketDetail } from '@api/contract/tickets.ts';
import { useSelf } from '@src/session/useOwnAccount.ts';
import { ProblemAlert } from '@src/forms/ProblemAlert.tsx';
import { problemOf } from '@src/forms/refusal.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { Select } from '@src/ui/Select.tsx';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';
import { type TextAct, TicketTextForm } from './TicketTextForm.tsx';

interface Props {
  readonly ticket: TicketDetail;
  readonly onAnswered: (ticketNumber: string) => Promise<void>;
}

const NOBODY = 'nobody';
type Act = TextAct | 'assign' | 'close' | 'reopen';

export function TicketWork({ ticket, onAnswered }: Props) {
  const { t } = useTranslation('tickets');
  const self = useSelf();
  const { ticketNumber, version, state, assignedTo, assignable } = ticket;
  const [assign] = useAssignTicketMutation();
  const [close] = useCloseTicketMutation();
  const [reopen] = useReopenTicketMutation();
  const [running, setRunning] = useState<Act>();
  const [done, setDone] = useState<Act>();
  const [failure, setFailure] = useState<unknown>();

  const run = async (act: Act, call: () => Promise<{ readonly error?: unknown }>) => {
    if (running) return;
    setRunning(act);
    setDone(undefined);
    setFailure(undefined);
    const { error } = await call();
    setRunning(undefined);
    if (error !== undefined) setFailure(error);
    else setDone(act);
  };
  const give = (userId: string | null) => void run('assign', () => assign({ ticketNumber, body: { version, userId } }));
  const isMine = assignedTo?.userId === self?.userId;
  return (
    <section className="stack-tight" aria-label={t('work.label')}>
      <TicketTextForm
        ticket={ticket}
        onSent={(act) => {
          setDone(act);
          if (act === 'answer') void onAnswered(ticketNumber);
        }}
      >
        {state === 'open' ? (
          <BusyButton
            busy={running === 'close'}
            onClick={() => void run('close', () => close({ ticketNumber, body: { version } }))}
          >
            {t('work.close')}
          </BusyButton>
        ) : (
          <BusyButton
            type="primary"
            busy={running === 'reopen'}
            onClick={() => void run('reopen', () => reopen({ ticketNumber, body: { version } }))}
          >
            {t('work.reopen')}
          </BusyButton>
        )}
      </TicketTextForm>
      {failure !== undefined && <ProblemAlert problem={problemOf(failure)} />}
      {state === 'open' && (
        <div className="row row-tight list-bar">
          <Select
            label={t('work.assign')}
            value={assignedTo?.userId ?? NOBODY}
            choices={[
              { value: NOBODY, label: t('nobody') },
              ...withAssignee(ticket).map(({ userId, displayName }) => ({ value: userId, label: displayName })),
            ]}
            onChange={(userId) => {
              give(userId === NOBODY ? null : userId);
            }}
          />
          {!isMine && assignable.some(({ userId }) => userId === self?.userId) && (
            <Button
              onClick={() => {
                if (self) give(self.userId);
              }}
            >
              {t('work.assignToMe')}
            </Button>
          )}
        </div>
      )}
      <VisuallyHidden>
        <span role="status">{done && t(`work.done.${done}`)}</span>
      </VisuallyHidden>
    </section>
  );
}

/** Adds the present assignee to the list, also where the caller could not assign the ticket to them. */
const withAssignee = ({ assignable, assignedTo }: TicketDetail) =>
  assignedTo && !assignable.some(({ userId }) => userId === assignedTo.userId) ? [assignedTo, ...assignable] : assignable;
