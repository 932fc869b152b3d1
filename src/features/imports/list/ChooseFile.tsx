/** Picks or drops the file; shows why it cannot be used. */
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { ClientExtra } from '@api/client/fetchWithRecovery.ts';
import { importFileRead } from '@store/imports/import.slice.ts';
import { importFields } from '@store/imports/importRows.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { FileDrop } from '@src/ui/native/FileDrop.tsx';
import { saveCsv } from '../../../csv/saveCsv.ts';
import { usualDelimiter } from '../../../csv/usualDelimiter.ts';
import { FileRefusal } from './FileRefusal.tsx';
import { MAX_ROWS, readCsv, type Refusal } from './readCsv.ts';

/** Other files can be chosen too: the page then says why they cannot be imported. */
const accept = '.csv,.tsv,.txt,text/csv';

export function ChooseFile({ onFile }: { readonly onFile: (file: File) => void }) {
  const { t, i18n } = useTranslation('imports', { keyPrefix: 'list' });
  const formats = useFormats();
  const dispatch = useDispatch<ThunkDispatch<unknown, ClientExtra, UnknownAction>>();
  const latest = useRef<File>(undefined);
  const [reading, setReading] = useState(false);
  const [refused, setRefused] = useState<{ readonly name: string; readonly why: Refusal }>();

  const read = async (file: File) => {
    latest.current = file;
    setRefused(undefined);
    setReading(true);
    const csvFile = await readCsv(file);
    if (latest.current !== file) return;
    setReading(false);
    if ('kind' in csvFile) setRefused({ name: file.name, why: csvFile });
    else {
      onFile(file);
      dispatch(importFileRead(csvFile));
    }
  };
  const readFirst = ([file]: readonly File[]) => {
    if (file) void read(file);
  };
  /** The template has the recognised column headers, and no users. */
  const saveTemplate = () => {
    const heads = importFields.map((field) => t(`field.${field}`));
    dispatch(saveCsv(t('templateFile'), { lines: [heads], delimiter: usualDelimiter(i18n.language) }));
  };
  const limits = { most: formats.number(MAX_ROWS) };

  return (
    <>
      {refused && <FileRefusal name={refused.name} why={refused.why} />}
      <FileDrop label={t('choose')} hint={t('drop')} accept={accept} kind="primary" busy={reading} onFiles={readFirst} />
      <p className="small muted">{t('limits', limits)}</p>
      <p>
        <Button type="link" className="flush-start" onClick={saveTemplate}>
          {t('template')}
        </Button>
      </p>
    </>
  );
}
