/** The period of the report: presets, and each of the last days. Not RangePicker: its presets are out of reach of the keyboard. */
import { Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { localeOf } from '@src/i18n/locale.ts';
import { type AuditView, lastDays, type Preset, presets } from './auditView.ts';
import type { ViewChange } from './useAuditAddress.ts';

interface Props {
  readonly view: AuditView;
  readonly now: number;
  readonly onView: (change: ViewChange) => void;
}

/** Prefix of a value that is a day, where others are presets. */
const DAY = 'day:';

export function PeriodField({ view, now, onView }: Props) {
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
