/** Picks or drops the file; shows why it cannot be used. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { importFileRead } from '@store/users/import/import.slice.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { FileDrop } from '@src/ui/FileDrop.tsx';
import { MAX_ROWS, readCsv, type Refusal } from './readCsv.ts';

export function ChooseFile() {
  const { t } = useTranslation('import');
  const formats = useFormats();
  const dispatch = useDispatch();
  const latest = useRef<File>(undefined);
  const [reading, setReading] = useState(false);
  const [refused, setRefused] = useState<{ readonly name: string; readonly why: Refusal }>();

  const read = async (file: File | undefined) => {
    if (!file) return;
    latest.current = file;
    setRefused(undefined);
    setReading(true);
    const found = await readCsv(file);
    if (latest.current !== file) return;
    setReading(false);
    if ('kind' in found) setRefused({ name: file.name, why: found });
    else dispatch(importFileRead(found));
  };
  const limits = { most: formats.number(MAX_ROWS) };

  return (
    <>
      {refused && (
        <Alert severity="error">
          <strong className="import-name">{refused.name}</strong>{' '}
          {t(`refused.${refused.why.kind}`, { ...limits, ...numbers(refused.why, (count) => formats.number(count)) })}
        </Alert>
      )}
      <FileDrop
        label={t('choose')}
        hint={t('drop')}
        accept=".csv,.tsv,.txt,text/csv"
        main
        busy={reading}
        onFiles={([file]) => void read(file)}
      />
      <p className="small muted">{t('limits', limits)}</p>
    </>
  );
}

const numbers = (why: Refusal, format: (count: number) => string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(why).flatMap(([key, value]) =>
      typeof value === 'number' ? [[key === 'count' ? 'total' : key, format(value)]] : [],
    ),
  );
