/** The report's filters: the period, a person, and the others as tokens, with the numbers of their most frequent values. */
import { Radio } from 'antd';
import { NavigationType, useNavigationType } from 'react-router';
import { useTranslation } from 'react-i18next';
import type { AuditHistogram } from '@api/contract/audit.ts';
import { isAdmin } from '@api/contract/person.ts';
import { localeOf } from '@src/i18n/locale.ts';
import { useSelf } from '@src/session/useOwnAccount.ts';
import { FilterTokens } from '@src/ui/filterTokens/FilterTokens.tsx';
import { OptionsToggle } from '@src/ui/OptionsToggle.tsx';
import { type AuditView, defaultView, lastDays, type Outcome, type Preset, presets, unfiltered } from './auditView.ts';
import { PersonField } from './PersonField.tsx';
import type { ViewChange } from './useAuditAddress.ts';
import { EACH, useAuditTokens } from './useAuditTokens.tsx';

interface Props {
  readonly view: AuditView;
  readonly now: number;
  readonly histogram: AuditHistogram | undefined;
  readonly onView: (change: ViewChange) => void;
}

/** A finger would open the keyboard over the list. */
const hasTouch = (): boolean => matchMedia('(pointer: coarse)').matches;

export function AuditFilters({ view, now, histogram, onView }: Props) {
  const { t } = useTranslation('audit');
  const self = useSelf();
  const isReturn = useNavigationType() === NavigationType.Pop;
  const filters = useAuditTokens({ view, now, histogram, onView });
  return (
    <div role="search" aria-label={t('filter.label')} className="options-row stack-tight">
      <div className="options">
        <PeriodField view={view} now={now} onView={onView} />
      </div>
      <div className="audit-filters row">
        <PersonField
          value={view.person}
          suggests={self !== null && isAdmin(self)}
          frequent={histogram?.facets.actor ?? []}
          autoFocus={!isReturn && !hasTouch()}
          onValue={(person) => {
            onView((latest) => ({ ...latest, person }));
          }}
        />
        <OptionsToggle
          chosen={view.range === 'days' || view.range === defaultView.range ? undefined : t(`range.${view.range}`)}
        />
        <FilterTokens
          filters={filters}
          phrases={{
            label: t('filter.tokens'),
            add: t('filter.add'),
            clear: t('filter.clear'),
            remove: (token) => t('filter.remove', { token }),
            find: t('filter.find'),
            nothing: t('filter.noAction'),
            loading: t('filter.loading'),
            more: (count) => t('filter.more', { count }),
          }}
          onChange={(key, [value = '']) => {
            onView((latest) =>
              key === 'range'
                ? { ...latest, range: defaultView.range, from: '', to: '' }
                : key === 'bulk'
                  ? { ...latest, each: value === EACH, bulk: value === EACH ? '' : value }
                  : { ...latest, [key]: key === 'outcome' ? (value as Outcome) : value },
            );
          }}
          onClear={() => {
            onView(unfiltered);
          }}
        />
      </div>
    </div>
  );
}

/** Prefix of a value that is a day, where others are presets. */
const DAY = 'day:';

/** The period of the report: presets, and each of the last days. Not RangePicker: its presets are out of reach of the keyboard. */
function PeriodField({ view, now, onView }: Omit<Props, 'histogram'>) {
  const { t, i18n } = useTranslation('audit');
  const locale = localeOf(i18n.language);
  const dayName = (day: string, style: 'short' | 'long') =>
    new Intl.DateTimeFormat(locale, style === 'short' ? { weekday: style } : { dateStyle: 'full' }).format(
      new Date(`${day}T00:00`),
    );
  const choices = [
    { value: 'today', label: t('range.today') },
    ...lastDays(now).map((day) => ({ value: `${DAY}${day}`, label: dayName(day, 'short'), title: dayName(day, 'long') })),
    ...presets.filter((preset) => preset !== 'today').map((preset) => ({ value: preset, label: t(`range.${preset}`) })),
  ];
  const value = view.range === 'days' ? (view.from === view.to ? `${DAY}${view.from}` : '') : view.range;
  return (
    <Radio.Group
      aria-label={t('filter.range')}
      className="audit-period"
      optionType="button"
      size="small"
      value={value}
      options={choices}
      onChange={({ target }) => {
        const chosen = String(target.value);
        const day = chosen.startsWith(DAY) ? chosen.slice(DAY.length) : undefined;
        onView((latest) =>
          day === undefined
            ? { ...latest, range: chosen as Preset, from: '', to: '' }
            : { ...latest, range: 'days', from: day, to: day },
        );
      }}
    />
  );
}
