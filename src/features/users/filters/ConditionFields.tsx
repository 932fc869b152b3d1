/** The fields of a filter by text or by days. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserCondition } from '@api/contract/users.conditions.ts';
import { Select } from '@src/ui/Select.tsx';
import { TextField } from '@src/ui/TextField.tsx';
import { textOps } from '../view/conditions.ts';

type TextCondition = Extract<UserCondition, { op: 'contains' | 'equals' | 'startsWith' }>;
type TimeField = 'lastLoginAt' | 'createdAt';
/** Filters with fields of their own. */
export type TypedField = TextCondition['field'] | TimeField;

interface FieldsProps {
  readonly field: TypedField;
  readonly draft: readonly UserCondition[];
  readonly onDraft: (conditions: readonly UserCondition[]) => void;
}

export function ConditionFields({ field, draft, onDraft }: FieldsProps) {
  switch (field) {
    case 'lastLoginAt':
    case 'createdAt':
      return <Times field={field} draft={draft} onDraft={onDraft} />;
    default:
      return <Text field={field} draft={draft} onDraft={onDraft} />;
  }
}

function Text({ field, draft, onDraft }: FieldsProps & { readonly field: TextCondition['field'] }) {
  const { t } = useTranslation('users');
  const first = draft[0] as TextCondition | undefined;
  const [op, setOp] = useState<TextCondition['op']>(first?.op ?? 'contains');
  const [value, setValue] = useState(first?.value ?? '');
  const update = (nextOp: TextCondition['op'], nextValue: string) => {
    setOp(nextOp);
    setValue(nextValue);
    onDraft(nextValue.trim() === '' ? [] : [{ field, op: nextOp, value: nextValue.trim() }]);
  };
  return (
    <>
      <Select
        label={t('filters.how')}
        value={op}
        choices={textOps.map((each) => ({ value: each, label: t(`filters.${each}`) }))}
        onChange={(nextOp) => {
          update(nextOp, value);
        }}
      />
      <TextField
        label={t('filters.text')}
        value={value}
        autoFocus
        autoComplete="off"
        maxLength={200}
        onChange={(event) => {
          update(op, event.target.value);
        }}
      />
    </>
  );
}

/** Local date as `YYYY-MM-DD`, for a date input. */
const dayOf = (time: string): string => {
  const date = new Date(time);
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  return `${String(date.getFullYear())}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
};

function Times({ field, draft, onDraft }: FieldsProps & { readonly field: TimeField }) {
  const { t } = useTranslation('users');
  const timeOf = (op: 'before' | 'after') => {
    const found = draft.find((condition) => condition.op === op);
    return found && 'value' in found && typeof found.value === 'string' ? dayOf(found.value) : '';
  };
  const update = (op: 'before' | 'after', day: string) => {
    const rest = draft.filter((condition) => condition.op !== op);
    const time = new Date(`${day}T00:00:00`);
    onDraft(day === '' || Number.isNaN(time.getTime()) ? rest : [...rest, { field, op, value: time.toISOString() }]);
  };
  return (
    <>
      {(['after', 'before'] as const).map((op) => (
        <TextField
          key={op}
          type="date"
          label={t(`filters.${op}`)}
          value={timeOf(op)}
          onChange={(event) => {
            update(op, event.target.value);
          }}
        />
      ))}
    </>
  );
}
