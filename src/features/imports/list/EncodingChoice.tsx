/** The encoding that a file is read with. No program can detect it for certain: the user checks the accents. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { importFileRead } from '@store/imports/import.slice.ts';
import { type CsvFile, type Encoding, encodings } from '@store/imports/importRows.ts';
import { Select } from '@src/ui/Select.tsx';
import { FileRefusal } from './FileRefusal.tsx';
import { readCsv, type Refusal } from './readCsv.ts';

interface Props {
  readonly file: File;
  readonly read: CsvFile;
  readonly disabled: boolean;
}

export function EncodingChoice({ file, read, disabled }: Props) {
  const { t } = useTranslation('imports', { keyPrefix: 'list' });
  const dispatch = useDispatch();
  const latest = useRef<Encoding>(undefined);
  const [refused, setRefused] = useState<Refusal>();
  const choose = async (encoding: Encoding) => {
    latest.current = encoding;
    const csvFile = await readCsv(file, encoding);
    if (latest.current !== encoding) return;
    setRefused('kind' in csvFile ? csvFile : undefined);
    if (!('kind' in csvFile)) dispatch(importFileRead(csvFile));
  };
  return (
    <>
      {refused && <FileRefusal name={file.name} why={refused} />}
      <Select<Encoding>
        label={t('encoding.label')}
        hint={read.encoding === 'utf-8' ? undefined : t('encoding.hint')}
        value={read.encoding}
        disabled={disabled}
        choices={encodings.map((value) => ({ value, label: t(`encoding.of.${value}`) }))}
        onChange={(encoding) => void choose(encoding)}
      />
    </>
  );
}
