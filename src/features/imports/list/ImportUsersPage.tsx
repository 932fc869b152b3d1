/** Imports users from a file: choose the file, assign columns, preview, apply. Nothing is changed before the last step. */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useFetchLastSyncQuery } from '@api/client/users.api.ts';
import { registerModule } from '@store/modules.ts';
import { importModule } from '@store/imports/import.module.ts';
import { importClosed, selectImport } from '@store/imports/import.slice.ts';
import type { CsvFile } from '@store/imports/importRows.ts';
import { useUnsavedChanges } from '@src/navigation/useUnsavedChanges.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { paths } from '@src/paths.ts';
import { Link } from '@src/ui/Link.tsx';
import { PageHeading } from '@src/ui/PageHeading.tsx';
import { Section } from '@src/ui/Section.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { StepLine } from '@src/ui/StepLine.tsx';
import { Columns } from './Columns.tsx';
import { EncodingChoice } from './EncodingChoice.tsx';
import { Done, Faults, validLines } from './Outcomes.tsx';
import { Preview } from './Preview.tsx';
import { useCounts } from './useCounts.ts';
import './import.css';

registerModule(importModule);

const STEP = 'import-step';
const steps = {
  choosing: 'file',
  mapping: 'columns',
  checking: 'columns',
  faulty: 'faults',
  preview: 'preview',
  applying: 'preview',
  unsure: 'preview',
  done: 'done',
} as const;

export default function ImportUsersPage() {
  const { t } = useTranslation('imports', { keyPrefix: 'list' });
  const dispatch = useDispatch();
  const listImport = useSelector(selectImport);
  const step = steps[listImport.kind];
  const intro = listImport.kind === 'faulty' && validLines(listImport) === 0 ? 'allFaulty' : step;
  const [file, setFile] = useState<File>();
  useUnsavedChanges(step !== 'file' && step !== 'done');
  useEffect(() => () => void dispatch(importClosed()), [dispatch]);

  // The pressed button is unmounted with its step: focus the next step.
  const before = useRef(step);
  useEffect(() => {
    if (before.current !== step) {
      document.getElementById(STEP)?.focus({ preventScroll: true });
      document.documentElement.scrollTop = 0;
    }
    before.current = step;
  }, [step]);

  return (
    <div className="page form-page">
      <header className="form-page-head">
        <PageHeading title={t('title')}>{t('title')}</PageHeading>
        <p className="muted">{t('lead')}</p>
        <p className="small">
          <Link to={paths.usersMoveIn.to({})}>{t('moveIn')}</Link>
        </p>
        <LastSync />
      </header>
      <StepsLine step={step} />
      <div id={STEP} tabIndex={-1} role="group" aria-label={t(`step.${step}`)}>
        <Section heading={t(`step.${step}`)} intro={listImport.kind !== 'unsure' && t(`intro.${intro}`)}>
          {listImport.kind !== 'choosing' && listImport.kind !== 'done' && <FileLine file={listImport.file} />}
          {listImport.kind === 'choosing' && <ChooseFile onFile={setFile} />}
          {(listImport.kind === 'mapping' || listImport.kind === 'checking') && file && (
            <EncodingChoice file={file} read={listImport.file} disabled={listImport.kind === 'checking'} />
          )}
          {(listImport.kind === 'mapping' || listImport.kind === 'checking') && (
            <Columns key={listImport.file.encoding} listImport={listImport} />
          )}
          {listImport.kind === 'faulty' && <Faults listImport={listImport} />}
          {(listImport.kind === 'preview' || listImport.kind === 'applying' || listImport.kind === 'unsure') && (
            <Preview listImport={listImport} />
          )}
          {listImport.kind === 'done' && <Done listImport={listImport} />}
        </Section>
      </div>
    </div>
  );
}

const stepKeys = ['file', 'columns', 'preview', 'done'] as const;

function StepsLine({ step }: { readonly step: (typeof steps)[keyof typeof steps] }) {
  const { t } = useTranslation('imports', { keyPrefix: 'list' });
  return (
    <StepLine
      label={t('steps')}
      titles={stepKeys.map((key) => t(`step.${key}`))}
      current={stepKeys.indexOf(step === 'faults' ? 'preview' : step)}
      status={step === 'faults' ? 'error' : step === 'done' ? 'finish' : 'process'}
    />
  );
}

function FileLine({ file: { name, rows } }: { readonly file: CsvFile }) {
  const { t } = useTranslation('imports', { keyPrefix: 'list' });
  const formats = useFormats();
  return (
    <p>
      <strong>{name}</strong>{' '}
      <span className="muted">{t('people', { count: rows.length, total: formats.number(rows.length) })}</span>
    </p>
  );
}

/** The last applied import, by any user. */
function LastSync() {
  const { t } = useTranslation('imports', { keyPrefix: 'list' });
  const formats = useFormats();
  const counts = useCounts();
  const { data } = useFetchLastSyncQuery(undefined, { refetchOnMountOrArgChange: true });
  if (!data) return null;
  const last = data.lastSync;
  return (
    <p className="small muted">
      {last ? t('last', { at: formats.dateTime(last.at), by: last.by, source: last.source, counts: counts(last) }) : t('never')}
    </p>
  );
}
