/** How urgent a ticket is; tickets that need action now stand out. */
import { useTranslation } from 'react-i18next';
import type { Urgency as Value } from '@api/contract/tickets.list.ts';

const classes: Readonly<Record<Value, string>> = {
  Low: 'muted',
  Normal: '',
  High: 'tone-text tone-warning',
  Critical: 'tone-text tone-error',
};

export const isUrgent = (urgency: Value): boolean => urgency === 'High' || urgency === 'Critical';

interface Props {
  readonly urgency: Value;
  /** Whether it says what it is; in a column the heading does. */
  readonly isLabelled?: boolean;
}

export function Urgency({ urgency, isLabelled = false }: Props) {
  const { t } = useTranslation('tickets');
  const value = t(`urgencies.${urgency}`);
  return <span className={classes[urgency]}>{isLabelled ? t('panel.urgency', { urgency: value }) : value}</span>;
}
