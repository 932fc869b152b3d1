/** Picks or drops the file; shows why it cannot be used. */
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { Button, Upload } from 'antd';
import { type ComponentRef, type SyntheticEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { ClientExtra } from '@api/client/fetchWithRecovery.ts';
import { importFileRead } from '@store/users/import/import.slice.ts';
import { importFields } from '@store/users/import/importRows.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { saveCsv } from '../csv/saveCsv.ts';
import { usualDelimiter } from '../csv/usualDelimiter.ts';
import { FileRefusal } from './FileRefusal.tsx';
import { MAX_ROWS, readCsv, type Refusal } from './readCsv.ts';

/** Other files are read too: the page then says why they are none. */
const accept = { format: '.csv,.tsv,.txt,text/csv', filter: 'native' } as const;

/** Kept from the drop zone, which would open the picker a second time and take the focus from the button. */
const keepFromZone = (event: SyntheticEvent) => {
  event.stopPropagation();
};

export function ChooseFile({ onFile }: { readonly onFile: (file: File) => void }) {
  const { t, i18n } = useTranslation('import');
  const formats = useFormats();
  const dispatch = useDispatch<ThunkDispatch<unknown, ClientExtra, UnknownAction>>();
  const latest = useRef<File>(undefined);
  const zone = useRef<ComponentRef<typeof Upload.Dragger>>(null);
  const [reading, setReading] = useState(false);
  const [refused, setRefused] = useState<{ readonly name: string; readonly why: Refusal }>();

  const read = async (file: File) => {
    latest.current = file;
    setRefused(undefined);
    setReading(true);
    const found = await readCsv(file);
    if (latest.current !== file) return;
    setReading(false);
    if ('kind' in found) setRefused({ name: file.name, why: found });
    else {
      onFile(file);
      dispatch(importFileRead(found));
    }
  };
  /** Heads that are recognised again, without people. */
  const saveTemplate = () => {
    const heads = importFields.map((field) => t(`field.${field}`));
    dispatch(saveCsv(t('templateFile'), { lines: [heads], delimiter: usualDelimiter(i18n.language) }));
  };
  const limits = { most: formats.number(MAX_ROWS) };

  return (
    <>
      {refused && <FileRefusal name={refused.name} why={refused.why} />}
      <Upload.Dragger
        ref={zone}
        aria-label={t('choose')}
        accept={accept}
        multiple={false}
        showUploadList={false}
        hasControlInside
        beforeUpload={(file) => {
          void read(file);
          return false;
        }}
      >
        <BusyButton
          type="primary"
          busy={reading}
          onKeyDown={keepFromZone}
          onClick={(event) => {
            keepFromZone(event);
            zone.current?.nativeElement?.querySelector('input')?.click();
          }}
        >
          {t('choose')}
        </BusyButton>
        <p className="small muted">{t('drop')}</p>
      </Upload.Dragger>
      <p className="small muted">{t('limits', limits)}</p>
      <p>
        <Button type="link" className="flush-start" onClick={saveTemplate}>
          {t('template')}
        </Button>
      </p>
    </>
  );
}
