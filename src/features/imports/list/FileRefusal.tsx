/** Why a file cannot be imported. */
import { useTranslation } from 'react-i18next';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { MAX_ROWS, type Refusal } from './readCsv.ts';

export function FileRefusal({ name, why }: { readonly name: string; readonly why: Refusal }) {
  const { t } = useTranslation('imports', { keyPrefix: 'list' });
  const formats = useFormats();
  const numbers = numbersOf(why, (count) => formats.number(count));
  return (
    <Alert severity="error">
      <strong>{name}</strong> {t(`refused.${why.kind}`, { most: formats.number(MAX_ROWS), ...numbers })}
    </Alert>
  );
}

const numbersOf = (why: Refusal, format: (count: number) => string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(why).flatMap(([key, value]) =>
      typeof value === 'number' ? [[key === 'count' ? 'total' : key, format(value)]] : [],
    ),
  );
