/** How urgent a ticket is, and whether its user is kept out; tickets that need action now stand out. */
import { useTranslation } from 'react-i18next';
import type { Urgency as Value } from '@api/contract/tickets.list.ts';
import type { TicketSummary } from '@api/contract/tickets.ts';

const classes: Readonly<Record<Value, string>> = {
  Low: 'muted',
  Normal: '',
  High: 'tone-text tone-warning',
  Critical: 'tone-text tone-error',
};

interface Props {
  readonly of: Pick<TicketSummary, 'urgency' | 'keptOut'>;
  /** Whether it says what it is; in a column the heading does. */
  readonly isLabelled?: boolean;
}

export function Urgency({ of: { urgency, keptOut }, isLabelled = false }: Props) {
  const { t } = useTranslation('tickets');
  const word = t(`urgencies.${urgency}`);
  // The drawer says why they cannot log in.
  if (isLabelled) return <span className={classes[urgency]}>{t('panel.urgency', { urgency: word })}</span>;
  if (!keptOut) return <span className={classes[urgency]}>{word}</span>;
  return <span className={urgency === 'Critical' ? classes.Critical : classes.High}>{t('keptOut', { urgency: word })}</span>;
}
