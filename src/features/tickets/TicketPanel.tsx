/** Drawer of one ticket: its text, the answer, the sender, and its history. */
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { Button } from 'antd';
import { Suspense, use } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { downloadAttachment, useFetchTicketQuery } from '@api/client/tickets.api.ts';
import { isClientProblem } from '@api/client/clientProblem.ts';
import type { TicketDetail } from '@api/contract/tickets.ts';
import { ProblemAlert } from '@src/forms/ProblemAlert.tsx';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { Drawer } from '@src/ui/Drawer.tsx';
import { Facts } from '@src/ui/Facts.tsx';
import { PartErrorBoundary } from '@src/ui/PartErrorBoundary.tsx';
import { Skeleton } from '@src/ui/Skeleton.tsx';
import { useNow } from '@src/ui/useNow.ts';
import { StateMark, whoOf } from './columns.tsx';
import { LoginStateContext } from './loginState.tsx';
import { TicketHistory } from './TicketHistory.tsx';
import { TicketWork } from './TicketWork.tsx';
import { TicketSender } from './TicketSender.tsx';
import { Urgency } from './Urgency.tsx';

const skeletonBars = [
  { width: '60%', height: '1.5rem' },
  { width: '100%', height: '8rem' },
  { width: '100%', height: '12rem' },
];
const loginStateBars = [{ width: '100%', height: '4rem' }];
const MINUTE_MS = 60_000;

interface Props {
  readonly ticketNumber: string;
  /** Called once an answer is sent. */
  readonly onAnswered: (ticketNumber: string) => Promise<void>;
  readonly onClose: () => void;
}

export function TicketPanel({ ticketNumber, onAnswered, onClose }: Props) {
  const { t } = useTranslation(['tickets', 'common']);
  const { currentData, error } = useFetchTicketQuery({ ticketNumber }, { refetchOnMountOrArgChange: true });
  const problem = isClientProblem(error) ? error : undefined;
  const isMissing = problem?.kind === 'problem' && problem.status === 404;
  const ticket = isMissing ? undefined : currentData;
  return (
    <Drawer
      title={t('panel.title', { number: ticket?.ticketNumber ?? ticketNumber })}
      closeLabel={t('panel.close')}
      of={ticketNumber}
      onClose={onClose}
    >
      {ticket ? (
        <Content key={ticket.ticketNumber} ticket={ticket} onAnswered={onAnswered} />
      ) : isMissing ? (
        <p>{t('panel.missing')}</p>
      ) : problem ? (
        <ProblemAlert problem={problem} />
      ) : (
        <Skeleton bars={skeletonBars} label={t('common:loading')} />
      )}
    </Drawer>
  );
}

function Content({ ticket, onAnswered }: { readonly ticket: TicketDetail } & Pick<Props, 'onAnswered'>) {
  const { t } = useTranslation(['tickets', 'common']);
  const formats = useFormats();
  const now = useNow(MINUTE_MS);
  const { createdAt, from, text } = ticket;
  const { verified, user } = from;
  const loginState = use(LoginStateContext);
  return (
    <>
      <p className="row row-tight">
        <StateMark row={ticket} />
        <Urgency of={ticket} isLabelled />
        <span className="muted small">
          {t('panel.from', { who: whoOf(from) })} ·{' '}
          <time dateTime={createdAt} title={formats.dateTime(createdAt)}>
            {formats.relative(createdAt, now)}
          </time>
        </span>
      </p>
      {user?.userName != null && (
        <PartErrorBoundary>
          <Suspense fallback={<Skeleton bars={loginStateBars} label={t('common:loading')} />}>
            {loginState(user.userName)}
          </Suspense>
        </PartErrorBoundary>
      )}
      <blockquote className="quotation" aria-label={t('panel.text')}>
        {text}
      </blockquote>
      <TicketFiles ticket={ticket} />
      {verified !== 'user' && <Alert severity="warning">{t(`verified.${verified}`)}</Alert>}
      <TicketWork ticket={ticket} onAnswered={onAnswered} />
      <TicketSender ticket={ticket} now={now} />
      <TicketHistory ticket={ticket} now={now} />
      <TicketTechnical ticket={ticket} />
    </>
  );
}

const KIB = 1024;

/** Files of a ticket: saved, never shown. */
function TicketFiles({ ticket: { ticketNumber, attachments } }: { readonly ticket: TicketDetail }) {
  const { t } = useTranslation('tickets');
  const formats = useFormats();
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the thunk's extra argument is that of the store
  const dispatch = useDispatch<ThunkDispatch<unknown, any, UnknownAction>>();
  if (attachments.length === 0) return null;
  return (
    <ul className="plain-list" aria-label={t('panel.files')}>
      {attachments.map(({ attachmentId, fileName, size }) => (
        <li key={attachmentId} className="row row-tight">
          <Button
            type="link"
            size="small"
            className="flush-start"
            onClick={() => void dispatch(downloadAttachment({ ticketNumber, attachmentId }, { fileName }))}
          >
            {t('panel.download', { name: fileName })}
          </Button>
          <span className="muted small">{t('panel.kilobytes', { size: formats.number(Math.ceil(size / KIB)) })}</span>
        </li>
      ))}
    </ul>
  );
}

/** Technical details of the sender's browser, collapsed. */
function TicketTechnical({ ticket: { technical } }: { readonly ticket: TicketDetail }) {
  const { t } = useTranslation('tickets');
  const { OperatingSystem, Browser, HasCookies, Language, ViewportW, ViewportH, ScreenW, ScreenH, UserAgent } = technical;
  const size = (width: string | undefined, height: string | undefined) => width && height && `${width} × ${height}`;
  const facts = [
    [t('technical.OperatingSystem'), OperatingSystem],
    [t('technical.Browser'), Browser],
    [t('technical.HasCookies'), HasCookies && t(HasCookies === 'true' ? 'technical.on' : 'technical.off')],
    [t('technical.Language'), Language],
    [t('technical.Viewport'), size(ViewportW, ViewportH)],
    [t('technical.Screen'), size(ScreenW, ScreenH)],
    [t('technical.UserAgent'), UserAgent],
  ] as const;
  return (
    <details>
      <summary>{t('technical.summary')}</summary>
      <Facts items={facts.map(([label, children]) => (children ? { label, children } : false))} />
    </details>
  );
}
