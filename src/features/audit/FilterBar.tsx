/** The report's filters: days, actor, target, action, outcome. */
import { useTranslation } from 'react-i18next';
import { Button } from '@src/ui/Button.tsx';
import { Select } from '@src/ui/Select.tsx';
import { type AuditView, datesOf, isFiltered, outcomes, presets, unfiltered } from './auditView.ts';
import { ActionField, DateField, TextFilterField } from './FilterFields.tsx';
import type { ViewChange } from './useAuditAddress.ts';

interface Props {
  readonly view: AuditView;
  readonly now: number;
  readonly onView: (change: ViewChange) => void;
}

export function FilterBar({ view, now, onView }: Props) {
  const { t } = useTranslation('audit');
  const days = datesOf(view, now);
  const apply = (end: 'from' | 'to', day: string) => {
    onView((latest) => {
      const next = { ...datesOf(latest, now), [end]: day };
      return { ...latest, ...next, range: next.from === '' && next.to === '' ? 'all' : 'days' };
    });
  };
  return (
    <div role="search" aria-label={t('filter.label')} className="audit-filters">
      <div className="audit-presets" role="group" aria-label={t('filter.range')}>
        {presets.map((preset) => (
          <button
            key={preset}
            type="button"
            className="audit-preset"
            aria-pressed={view.range === preset}
            onClick={() => {
              onView((latest) => ({ ...latest, range: preset, from: '', to: '' }));
            }}
          >
            {t(`range.${preset}`)}
          </button>
        ))}
      </div>
      <div className="audit-fields">
        {(['from', 'to'] as const).map((end) => (
          <DateField
            key={end}
            label={t(`filter.${end}`)}
            value={days[end]}
            onValue={(day) => {
              apply(end, day);
            }}
          />
        ))}
        {(['actor', 'target'] as const).map((filter) => (
          <TextFilterField
            key={filter}
            label={t(`column.${filter}`)}
            value={view[filter]}
            placeholder={t(`filter.${filter}`)}
            onValue={(value) => {
              onView((latest) => ({ ...latest, [filter]: value }));
            }}
          />
        ))}
        <ActionField
          value={view.action}
          onValue={(action) => {
            onView((latest) => ({ ...latest, action }));
          }}
        />
        <Select
          label={t('column.outcome')}
          value={view.outcome}
          choices={[{ value: '', label: t('filter.any') }, ...outcomes.map((value) => ({ value, label: t(`outcome.${value}`) }))]}
          onChange={({ target }) => {
            onView((latest) => ({ ...latest, outcome: target.value as AuditView['outcome'] }));
          }}
        />
        {isFiltered(view) && (
          <Button
            kind="quiet"
            onClick={() => {
              onView(unfiltered);
            }}
          >
            {t('filter.clear')}
          </Button>
        )}
      </div>
    </div>
  );
}
