/** Picks or drops the file and sends it: a file that was refused, or cut off, stays chosen and can be sent again. */
import { Button, Progress } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemAlert } from '@src/forms/ProblemAlert.tsx';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useUnsavedChanges } from '@src/navigation/useUnsavedChanges.ts';
import { Folded } from '@src/ui/Folded.tsx';
import { FileDrop } from '@src/ui/native/FileDrop.tsx';
import { TextArea } from '@src/ui/TextArea.tsx';
import { useReadFile } from './useReadFile.ts';

/** What is kept for another attempt. */
export interface Chosen {
  readonly file?: File;
  readonly firebase: string;
}

interface Props {
  readonly chosen: Chosen;
  readonly onChosen: (chosen: Chosen) => void;
  readonly onRead: (importId: string) => void;
}

/** Other files can be chosen too: the content decides. */
const accept =
  '.json,.ndjson,.csv,.txt,.xlsx,application/json,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const MAX_PARAMETERS_LENGTH = 2000;

export function ChooseForeignFile({ chosen, onChosen, onRead }: Props) {
  const { t } = useTranslation(['imports', 'common']);
  const formats = useFormats();
  const { send, cancel, progress, problem } = useReadFile();
  useUnsavedChanges(progress !== undefined);
  const [readId, setReadId] = useState<string>();
  const leave = useEffectEvent(onRead);
  // Once the page may be left without a question.
  useEffect(() => {
    if (readId !== undefined) leave(readId);
  }, [readId]);
  const read = async (next: Chosen) => {
    onChosen(next);
    if (!next.file) return;
    setReadId(await send(next.file, next.firebase));
  };
  const { file, firebase } = chosen;
  if (file && progress) {
    const { done, total = 0 } = progress;
    const percent = total > 0 ? Math.floor((done / total) * 100) : 0;
    const values = { file: file.name, percent: formats.number(percent) };
    return (
      <>
        <p role="status">{percent < 100 ? t('imports:moveIn.sending', values) : t('imports:moveIn.reading', values)}</p>
        <Progress aria-label={t('imports:moveIn.step.file')} percent={percent} showInfo={false} />
        <div className="button-row">
          <Button onClick={cancel}>{t('common:cancel')}</Button>
        </div>
      </>
    );
  }
  return (
    <>
      {problem && <ProblemAlert problem={problem} />}
      <FileDrop
        label={t('imports:moveIn.choose')}
        hint={t('imports:moveIn.drop')}
        accept={accept}
        kind="primary"
        onFiles={([next]) => {
          if (next) void read({ ...chosen, file: next });
        }}
      />
      <p className="small muted">{t('imports:moveIn.limits')}</p>
      <Folded label={t('imports:moveIn.firebase.label')} isOpenAtFirst={firebase !== ''}>
        <TextArea
          label={t('imports:moveIn.firebase.label')}
          hint={t('imports:moveIn.firebase.hint')}
          value={firebase}
          maxLength={MAX_PARAMETERS_LENGTH}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => {
            onChosen({ ...chosen, firebase: target.value });
          }}
        />
      </Folded>
      {file && (
        <div className="button-row">
          <Button onClick={() => void read(chosen)}>{t('imports:moveIn.again', { file: file.name })}</Button>
        </div>
      )}
    </>
  );
}
