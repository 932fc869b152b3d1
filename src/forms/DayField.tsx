/** A field for a day. It reports text that is not a day; antd would only restore the former day. */
import { Input } from 'antd';
import { Suspense, useState } from 'react';
import { lazyPart } from '@src/ui/lazyPart.tsx';
import { useTranslation } from 'react-i18next';
import type { Unread } from '@src/ui/DayPicker.tsx';
import { Field } from '@src/ui/Field.tsx';
import type { FieldText } from '@src/ui/fieldText.ts';

const DayPicker = lazyPart(() => import(/* webpackChunkName: "dayPicker" */ '@src/ui/DayPicker.tsx'), { inPlace: true });

interface Props extends FieldText {
  /** `2026-11-01`; empty: none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoFocus?: boolean;
}

export function DayField({ label, hint, error, value, onChange, autoFocus = false }: Props) {
  const { t } = useTranslation('audit');
  const [unread, setUnread] = useState<{ readonly of: string; readonly day: Unread }>();
  const dayError = unread?.of === value ? t('noDay', { ...unread.day }) : undefined;
  return (
    <Field label={label} hint={hint} error={dayError ?? error}>
      {(control) => (
        <Suspense fallback={<Input {...control} readOnly />}>
          <DayPicker
            control={control}
            value={value}
            autoFocus={autoFocus}
            onValue={onChange}
            onUnread={(day) => {
              setUnread(day && { of: value, day });
            }}
          />
        </Suspense>
      )}
    </Field>
  );
}
