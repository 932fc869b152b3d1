/** The filter form of a column. */
import { Button } from 'antd';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserCondition } from '@api/contract/users.conditions.ts';
import type { ConditionField } from '../view/conditions.ts';
import { ConditionFields } from './ConditionFields.tsx';

interface Props {
  readonly field: ConditionField;
  readonly conditions: readonly UserCondition[];
  readonly onApply: (conditions: readonly UserCondition[]) => void;
}

export default function FilterForm({ field, conditions, onApply }: Props) {
  const { t } = useTranslation('users');
  const [draft, setDraft] = useState(conditions);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onApply(draft);
  };
  return (
    <form className="stack" onSubmit={submit}>
      <ConditionFields field={field} draft={draft} onDraft={setDraft} />
      <div className="button-row">
        <Button htmlType="submit" type="primary">
          {t('filters.apply')}
        </Button>
        {conditions.length > 0 && (
          <Button
            onClick={() => {
              onApply([]);
            }}
          >
            {t('filters.remove')}
          </Button>
        )}
      </div>
    </form>
  );
}
