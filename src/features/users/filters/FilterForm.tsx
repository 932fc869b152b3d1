/** A filter by text or by days, with its buttons. */
import { Button } from 'antd';
import { useState } from 'react';
import { useField } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import type { UserCondition } from '@api/contract/users.conditions.ts';
import { Form } from '@src/forms/Form.tsx';
import { ConditionFields, type TypedField } from './ConditionFields.tsx';

interface Props {
  readonly field: TypedField;
  readonly conditions: readonly UserCondition[];
  readonly onApply: (conditions: readonly UserCondition[]) => void;
}

interface Values {
  readonly conditions: readonly UserCondition[];
}

export default function FilterForm({ field, conditions, onApply }: Props) {
  const { t } = useTranslation('users');
  const [initial] = useState<Values>({ conditions });
  const submit = (typed: Values) => {
    onApply(typed.conditions);
    return Promise.resolve(undefined);
  };
  return (
    <Form<Values> initialValues={initial} onSubmit={submit}>
      <Conditions field={field} />
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
    </Form>
  );
}

function Conditions({ field }: Pick<Props, 'field'>) {
  const { input } = useField<readonly UserCondition[]>('conditions');
  return <ConditionFields field={field} draft={input.value} onDraft={input.onChange} />;
}
