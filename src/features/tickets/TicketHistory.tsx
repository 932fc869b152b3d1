/** The entries of a ticket, newest first. */
import { useTranslation } from 'react-i18next';
import type { TicketDetail, TicketEntry } from '@api/contract/tickets.ts';
import { useFormats } from '@src/i18n/useFormats.ts';

interface Props {
  readonly ticket: TicketDetail;
  readonly now: number;
}

export function TicketHistory({ ticket: { entries }, now }: Props) {
  const { t } = useTranslation('tickets');
  const formats = useFormats();
  const sentence = ({ kind, author, assignedTo }: TicketEntry): string => {
    const who = author?.displayName ?? t('formerColleague');
    if (kind !== 'assigned') return t(`history.${kind}`, { who });
    return assignedTo ? t('history.assigned', { who, whom: assignedTo.displayName }) : t('history.unassigned', { who });
  };
  return (
    <section className="stack-tight" aria-label={t('history.label')}>
      <h3>{t('history.label')}</h3>
      {entries.length === 0 && <p className="muted">{t('history.none')}</p>}
      <ol className="plain-list">
        {entries.toReversed().map((entry) => (
          <li key={entry.entryId}>
            <p className="small">
              {sentence(entry)}{' '}
              <time className="muted" dateTime={entry.at} title={formats.dateTime(entry.at)}>
                {formats.relative(entry.at, now)}
              </time>
            </p>
            {entry.text !== null && <blockquote className="quotation">{entry.text}</blockquote>}
          </li>
        ))}
      </ol>
    </section>
  );
}
