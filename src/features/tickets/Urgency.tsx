/** How urgent a ticket is; tickets that need action now stand out. */
import { useTranslation } from 'react-i18next';
import type { Urgency as Value } from '@api/contract/tickets.list.ts';

const classes: Readonly<Record<Value, string>> = {
  Low: 'muted',
  Normal: '',
  High: 'tone-text tone-warning',
  Critical: 'tone-text tone-error',
};

export function Urgency({ urgency }: { readonly urgency: Value }) {
  const { t } = useTranslation('tickets');
  return <span className={classes[urgency]}>{t(`urgencies.${urgency}`)}</span>;
}
