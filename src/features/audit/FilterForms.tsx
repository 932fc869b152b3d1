/** Fields of the filters that have no list: dates, and an address with the most frequent ones. */
import { Button } from 'antd';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuditHistogram } from '@api/contract/audit.ts';
import { DayField } from '@src/forms/DayField.tsx';
import { useFormats } from '@src/i18n/useFormats.ts';
import { TextField } from '@src/ui/TextField.tsx';
import type { AuditView } from './auditView.ts';

type Days = Pick<AuditView, 'from' | 'to'>;

interface DatesProps {
  readonly days: Days;
  readonly onDays: (days: Days) => void;
  readonly onClose: () => void;
}

export function DatesForm({ days, onDays, onClose }: DatesProps) {
  const { t } = useTranslation(['audit', 'common']);
  return (
    <div className="stack-tight">
      {(['from', 'to'] as const).map((end) => (
        <DayField
          key={end}
          label={t(`filter.${end}`)}
          value={days[end]}
          autoFocus={end === 'from'}
          onChange={(day) => {
            onDays({ ...days, [end]: day });
          }}
        />
      ))}
      <div className="button-row">
        <Button type="primary" onClick={onClose}>
          {t('common:close')}
        </Button>
      </div>
    </div>
  );
}

interface AddressProps {
  readonly value: string;
  readonly frequent: AuditHistogram['facets']['ip'];
  readonly onValue: (address: string) => void;
}

export function AddressForm({ value, frequent, onValue }: AddressProps) {
  const { t } = useTranslation('audit');
  const formats = useFormats();
  const [text, setText] = useState(value);
  const applyOnEnter = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') onValue(text.trim());
  };
  return (
    <div className="stack-tight">
      <TextField
        label={t('column.ip')}
        placeholder={t('filter.ip')}
        type="search"
        value={text}
        maxLength={255}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => {
          setText(target.value);
        }}
        onKeyDown={applyOnEnter}
      />
      <ul className="filter-options">
        {frequent.map((one) => (
          <li key={one.value} className="row row-tight spread">
            <Button
              type="text"
              size="small"
              onClick={() => {
                onValue(one.value);
              }}
            >
              {one.value}
            </Button>
            <span className="muted small">{formats.number(one.events)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
