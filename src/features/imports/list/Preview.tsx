/** The planned changes per user and field, and the final confirmation. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import {
  type Counts,
  type Import,
  importApplyRequested,
  importCancelled,
  importCheckRequested,
  importClosed,
  importRemapped,
  type Plan,
} from '@store/imports/import.slice.ts';
import { ProblemAlert } from '@src/forms/ProblemAlert.tsx';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { Checkbox } from '@src/ui/Checkbox.tsx';
import { Changes } from './Changes.tsx';
import { Waiting } from './Outcomes.tsx';

type Kind = Plan['changes'][number]['kind'];
const kinds = ['created', 'updated', 'disabled'] as const satisfies readonly (Kind & keyof Counts)[];

export function Preview({ listImport }: { readonly listImport: Extract<Import, { kind: 'preview' | 'applying' | 'unsure' }> }) {
  return listImport.kind === 'unsure' ? <Unsure listImport={listImport} /> : <Planned listImport={listImport} />;
}

function Unsure({ listImport: { choices, problem } }: { readonly listImport: Extract<Import, { kind: 'unsure' }> }) {
  const { t } = useTranslation('imports', { keyPrefix: 'list' });
  const dispatch = useDispatch();
  return (
    <>
      {problem && <ProblemAlert problem={problem} />}
      <Alert severity="warning">{t('unsure')}</Alert>
      <div className="button-row">
        <Button type="primary" onClick={() => dispatch(importCheckRequested(choices))}>
          {t('checkAgain')}
        </Button>
      </div>
    </>
  );
}

function Planned({ listImport }: { readonly listImport: Extract<Import, { kind: 'preview' | 'applying' }> }) {
  const { t } = useTranslation('imports', { keyPrefix: 'list' });
  const formats = useFormats();
  const dispatch = useDispatch();
  const [only, setOnly] = useState<Kind>();
  const [disableMissing, setDisableMissing] = useState(false);
  const [mailLinks, setMailLinks] = useState(true);
  const { changes, counts: planned, missing } = listImport.plan;
  const { source } = listImport.choices;
  const { leftOut = 0 } = listImport;
  const [inFile, notInFile] = [changes.slice(0, changes.length - missing), new Set(changes.slice(changes.length - missing))];
  const counts = { ...planned, disabled: planned.disabled - (disableMissing ? 0 : missing) };
  const shown = disableMissing ? changes : inFile;
  const count = shown.length;
  const busy = listImport.kind === 'applying';
  return (
    <>
      {listImport.kind === 'preview' && listImport.problem && <ProblemAlert problem={listImport.problem} />}
      <div className="row row-tight small-buttons" role="group" aria-label={t('only')}>
        {kinds.map((kind) => (
          <Button
            key={kind}
            aria-pressed={only === kind}
            disabled={counts[kind] === 0}
            onClick={() => {
              setOnly(only === kind ? undefined : kind);
            }}
          >
            <strong>{formats.number(counts[kind])}</strong> {t(`kind.${kind}`)}
          </Button>
        ))}
        <p className="small">
          <strong>{formats.number(counts.unchanged)}</strong> {t('kind.unchanged')}
        </p>
      </div>
      {leftOut > 0 && <Alert severity="warning">{t('leftOut', { count: leftOut, total: formats.number(leftOut) })}</Alert>}
      {counts.created > 0 && (
        <Checkbox
          label={t('mailLinks', { count: counts.created, total: formats.number(counts.created) })}
          checked={mailLinks}
          disabled={busy}
          onChange={({ target }) => {
            setMailLinks(target.checked);
          }}
        />
      )}
      {missing > 0 && (
        <Checkbox
          label={t('disableMissing', { count: missing, total: formats.number(missing), source })}
          checked={disableMissing}
          disabled={busy}
          onChange={({ target }) => {
            setDisableMissing(target.checked);
          }}
        />
      )}
      {count === 0 ? (
        <Alert>{t('same')}</Alert>
      ) : (
        <Changes
          key={`${only ?? ''} ${String(disableMissing)}`}
          rows={only ? shown.filter(({ kind }) => kind === only) : shown}
          notInFile={notInFile}
          choices={listImport.choices}
        />
      )}
      {busy ? (
        <Waiting label={t('applying')} onCancel={() => dispatch(importCancelled())} />
      ) : (
        <div className="button-row">
          <Button onClick={() => dispatch(count === 0 ? importClosed() : importRemapped())}>
            {t(count === 0 ? 'another' : 'remap')}
          </Button>
          {count > 0 && (
            <Button
              type="primary"
              danger={counts.disabled > 0}
              onClick={() => dispatch(importApplyRequested({ disableMissing, mailLinks }))}
            >
              {t('apply', { count, total: formats.number(count) })}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
