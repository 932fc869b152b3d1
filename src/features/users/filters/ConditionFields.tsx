/** The fields of a column's filter: text, choices or a date range. */
import { Checkbox } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserCondition } from '@api/contract/users.conditions.ts';
import { useOrganisationChoices, useRoleChoices } from '@src/features/users/fields/useChoices.ts';
import { useRoleNames } from '@src/i18n/useRoleNames.ts';
import { Select } from '@src/ui/Select.tsx';
import { TextField } from '@src/ui/TextField.tsx';
import { foldText, searchWords } from '../list/matches.ts';
import { type ConditionField, mfaStates, statuses, textOps } from '../view/conditions.ts';

/** With more choices, a search field is shown. */
const MAX_WITHOUT_SEARCH = 8;

interface FieldsProps {
  readonly field: ConditionField;
  readonly draft: readonly UserCondition[];
  readonly onDraft: (conditions: readonly UserCondition[]) => void;
}

export function ConditionFields({ field, draft, onDraft }: FieldsProps) {
  switch (field) {
    case 'status':
    case 'mfa':
    case 'roles':
    case 'organisation':
    case 'managedBy':
      return <Choices field={field} draft={draft} onDraft={onDraft} />;
    case 'lastLoginAt':
    case 'createdAt':
      return <Times field={field} draft={draft} onDraft={onDraft} />;
    default:
      return <Text field={field} draft={draft} onDraft={onDraft} />;
  }
}

type TextCondition = Extract<UserCondition, { op: 'contains' | 'equals' | 'startsWith' }>;

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

type ListCondition = Extract<UserCondition, { op: 'in' }>;

function Choices({ field, draft, onDraft }: FieldsProps & { readonly field: ListCondition['field'] }) {
  const { t } = useTranslation('users');
  const roleNames = useRoleNames();
  const [searchText, setSearchText] = useState('');
  const roles = useRoleChoices(field === 'roles');
  const organisations = useOrganisationChoices(field === 'organisation');
  const choices = {
    status: statuses.map((value) => ({ value, label: t(`filter.${value}`) })),
    mfa: mfaStates.map((value) => ({ value, label: t(`mfa.${value}`) })),
    roles: roles?.map(({ value }) => ({ value, label: roleNames.of(value) })),
    organisation: organisations,
    managedBy: [
      { value: 'SCIM', label: t('managedBy.directory') },
      { value: '', label: t('managedBy.nobody') },
    ],
  }[field];
  const chosen: readonly string[] = (draft[0] as ListCondition | undefined)?.value ?? [];
  const choose = (next: readonly string[]) => {
    // The values are from the typed lists above; the checkbox loses their type.
    onDraft(next.length > 0 ? [{ field, op: 'in', value: [...next] } as ListCondition] : []);
  };
  if (!choices) return <p className="muted">{t('filters.loading')}</p>;
  const words = searchWords(searchText);
  const matching = choices.filter(({ label }) => words.every((word) => foldText(label).includes(word)));
  return (
    <>
      {choices.length > MAX_WITHOUT_SEARCH && (
        <TextField
          label={t('filters.find')}
          type="search"
          value={searchText}
          autoFocus
          autoComplete="off"
          onChange={(event) => {
            setSearchText(event.target.value);
          }}
        />
      )}
      {matching.length === 0 && <p className="muted">{t('filters.nothing')}</p>}
      <ul className="filter-choices stack-tight">
        {matching.map(({ value, label }) => (
          <li key={value}>
            <Checkbox
              checked={chosen.includes(value)}
              onChange={(event) => {
                choose(event.target.checked ? [...chosen, value] : chosen.filter((each) => each !== value));
              }}
            >
              {label}
            </Checkbox>
          </li>
        ))}
      </ul>
    </>
  );
}

type TimeField = 'lastLoginAt' | 'createdAt';

/** Local date as `YYYY-MM-DD`, for a date input. */
const dayOf = (time: string): string => {
  const date = new Date(time);
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  return `${String(date.getFullYear())}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
};

function Times({ field, draft, onDraft }: FieldsProps & { readonly field: TimeField }) {
  const { t } = useTranslation('users');
  const never = draft.some(({ op }) => op === 'never');
  const timeOf = (op: 'before' | 'after') => {
    const found = draft.find((condition) => condition.op === op);
    return found && 'value' in found && typeof found.value === 'string' ? dayOf(found.value) : '';
  };
  const update = (op: 'before' | 'after', day: string) => {
    const rest = draft.filter((condition) => condition.op !== op && condition.op !== 'never');
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
          disabled={never}
          onChange={(event) => {
            update(op, event.target.value);
          }}
        />
      ))}
      {field === 'lastLoginAt' && (
        <Checkbox
          checked={never}
          onChange={(event) => {
            onDraft(event.target.checked ? [{ field, op: 'never' }] : []);
          }}
        >
          {t('never')}
        </Checkbox>
      )}
    </>
  );
}
