/** The report's filters: days, actor, target, action, outcome. Not RangePicker: its presets are out of reach of the keyboard. */
import { Button, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { DayField } from '@src/forms/DayField.tsx';
import { ActionSelect } from '@src/forms/ActionSelect.tsx';
import { Select } from '@src/ui/Select.tsx';
import { type AuditView, datesOf, isFiltered, outcomes, type Preset, presets, unfiltered } from './auditView.ts';
import { TextFilterField } from './FilterFields.tsx';
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
    <div role="search" aria-label={t('filter.label')} className="audit-filters stack-tight">
      <Radio.Group
        aria-label={t('filter.range')}
        optionType="button"
        value={view.range}
        options={presets.map((preset) => ({ value: preset, label: t(`range.${preset}`) }))}
        onChange={({ target }) => {
          onView((latest) => ({ ...latest, range: target.value as Preset, from: '', to: '' }));
        }}
      />
      <div className="audit-fields tiles">
        {(['from', 'to'] as const).map((end) => (
          <DayField
            key={end}
            label={t(`filter.${end}`)}
            value={days[end]}
            onChange={(day) => {
              apply(end, day);
            }}
          />
        ))}
        {(['actor', 'target', 'ip'] as const).map((filter) => (
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
        <ActionSelect
          label={t('column.action')}
          value={view.action}
          onChange={(action) => {
            onView((latest) => ({ ...latest, action }));
          }}
        />
        <Select
          label={t('column.outcome')}
          value={view.outcome}
          choices={[{ value: '', label: t('filter.any') }, ...outcomes.map((value) => ({ value, label: t(`outcome.${value}`) }))]}
          onChange={(outcome) => {
            onView((latest) => ({ ...latest, outcome }));
          }}
        />
        {isFiltered(view) && (
          <Button
            type="link"
            className="flush-start"
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
