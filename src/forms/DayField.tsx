/** A field for a day. It shows an error for a text that is not a day, where antd would only restore the former day. */
import { Input } from 'antd';
import { Suspense, useState } from 'react';
import { lazyPart } from '@src/ui/lazyPart.tsx';
import { useTranslation } from 'react-i18next';
import type { UnreadableDay } from '@src/ui/DayPicker.tsx';
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
  /** It is forgotten once the field has another value than when the text was left there. */
  const [unreadable, setUnreadable] = useState<UnreadableDay & { readonly valueBefore: string }>();
  const dayError =
    unreadable?.valueBefore === value ? t('noDay', { text: unreadable.text, notation: unreadable.notation }) : undefined;
  return (
    <Field label={label} hint={hint} error={dayError ?? error}>
      {(control) => (
        <Suspense fallback={<Input {...control} readOnly />}>
          <DayPicker
            control={control}
            value={value}
            autoFocus={autoFocus}
            onValue={onChange}
            onUnreadable={(day) => {
              setUnreadable(day && { ...day, valueBefore: value });
            }}
          />
        </Suspense>
      )}
    </Field>
  );
}
