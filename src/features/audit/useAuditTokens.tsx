/** The filters that are tokens: dates, what was done and to what, outcome, address, and the action, actor and target of older links. */
import { useTranslation } from 'react-i18next';
import type { AuditHistogram } from '@api/contract/audit.ts';
import { useEventKinds } from '@src/i18n/useEventKinds.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import type { TokenFilter } from '@src/ui/filterTokens/filterTypes.ts';
import { type AuditView, datesOf, hasTimes, outcomes, spanOf } from './auditView.ts';
import { AddressForm, DatesForm } from './FilterForms.tsx';
import type { ViewChange } from './useAuditAddress.ts';

/** The option of the bulk actions by which each of their events is a line. */
export const EACH = 'each';

interface Wanted {
  readonly view: AuditView;
  readonly now: number;
  readonly histogram: AuditHistogram | undefined;
  readonly onView: (change: ViewChange) => void;
}

const chosenOf = (value: string): readonly string[] => (value === '' ? [] : [value]);

export function useAuditTokens({ view, now, histogram, onView }: Wanted): readonly TokenFilter[] {
  const { t } = useTranslation('audit');
  const formats = useFormats();
  const kinds = useEventKinds();
  const sum = (outcome: (typeof outcomes)[number]) => histogram?.bars[outcome].reduce((total, events) => total + events, 0);

  return [
    {
      key: 'range',
      label: t('filter.range'),
      chosen: view.range === 'days' ? ['days'] : [],
      text: rangeText(),
      form: (close) => (
        <DatesForm
          days={datesOf(view, now)}
          onDays={(days) => {
            onView((latest) => ({ ...latest, ...days, range: days.from === '' && days.to === '' ? 'all' : 'days' }));
          }}
          onClose={close}
        />
      ),
    },
    { key: 'verb', label: t('filter.verb'), chosen: chosenOf(view.verb), single: true, options: kinds.verbs },
    { key: 'object', label: t('filter.object'), chosen: chosenOf(view.object), single: true, options: kinds.objects },
    {
      key: 'outcome',
      label: t('column.outcome'),
      chosen: chosenOf(view.outcome),
      single: true,
      options: outcomes.map((value) => ({ value, label: t(`outcome.${value}`), count: sum(value) })),
    },
    {
      key: 'ip',
      label: t('column.ip'),
      chosen: chosenOf(view.ip),
      text: view.ip,
      form: (close) => (
        <AddressForm
          value={view.ip}
          frequent={histogram?.facets.ip ?? []}
          onValue={(ip) => {
            onView((latest) => ({ ...latest, ip }));
            close();
          }}
        />
      ),
    },
    {
      key: 'bulk',
      label: t('filter.bulk'),
      chosen: view.bulk === '' ? (view.each ? [EACH] : []) : [view.bulk],
      single: true,
      options: [
        { value: EACH, label: t('filter.bulkEach') },
        ...(view.bulk === '' ? [] : [{ value: view.bulk, label: t('filter.bulkOnly') }]),
      ],
    },
    ...(['action', 'actor', 'target'] as const)
      .filter((key) => view[key] !== '')
      .map((key) => ({
        key,
        label: t(`column.${key}`),
        chosen: [view[key]],
        single: true,
        options: [{ value: view[key], label: key === 'action' ? kinds.action(view.action) : view[key] }],
      })),
  ];

  function rangeText(): string {
    const { from, to } = spanOf(view, now);
    const text = (time: Date) =>
      hasTimes(view) ? formats.dateTime(time.toISOString(), 'short') : formats.date(time.toISOString());
    // Shows the last day, not the midnight after.
    const last = to && (hasTimes(view) ? to : new Date(to.getTime() - 1));
    if (from && last && text(from) === text(last)) return text(from);
    return `${from ? text(from) : '…'} – ${last ? text(last) : '…'}`;
  }
}
