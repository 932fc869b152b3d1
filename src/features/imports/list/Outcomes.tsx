/** Progress, faulty lines and the result of an import. */
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { Button, Flex } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { ClientExtra } from '@api/client/fetchWithRecovery.ts';
import { maxLength } from '@api/contract/rules/length.ts';
import { shortened } from '@api/contract/rules/shortened.ts';
import { type Import, importClosed, importReduced, importRemapped } from '@store/imports/import.slice.ts';
import type { Fault, ImportField } from '@store/imports/importRows.ts';
import { ruleMessage } from '@src/forms/validation.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { paths } from '@src/paths.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { Result } from '@src/ui/lazyResult.ts';
import { LinkButton } from '@src/ui/LinkButton.tsx';
import { saveCsv } from '../../../csv/saveCsv.ts';
import { usualDelimiter } from '../../../csv/usualDelimiter.ts';
import { withInvisibleShown } from './invisible.ts';
import { useCounts } from './useCounts.ts';

export function Waiting({ label, onCancel }: { readonly label: string; readonly onCancel: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Flex wrap align="center" gap="small" role="status">
      <span className="spinner" aria-hidden />
      <span>{label}</span>
      <Button onClick={onCancel}>{t('cancel')}</Button>
    </Flex>
  );
}

const PAGE_ROWS = 100;

/** The first rows of a long list, with a button for more. */
export function useFirstRows<Item>(items: readonly Item[]) {
  const { t } = useTranslation('imports', { keyPrefix: 'list' });
  const formats = useFormats();
  const [shown, setShown] = useState(PAGE_ROWS);
  const left = items.length - shown;
  const more = left > 0 && (
    <Button
      onClick={() => {
        setShown(shown + PAGE_ROWS);
      }}
    >
      {t('more', { more: formats.number(Math.min(left, PAGE_ROWS)), left: formats.number(left) })}
    </Button>
  );
  return { first: items.slice(0, shown), more };
}

/** The limit is longer than any field allows, so that a value that is too long can be recognised. */
const MAX_VALUE_CHARACTERS = 300;

type Faulty = Extract<Import, { kind: 'faulty' }>;

/** Lines that can be imported without the others. A fault of the list as a whole stays, whichever lines are left out. */
export function validLines({ faults, file }: Pick<Faulty, 'faults' | 'file'>): number {
  const faulty = new Set(faults.map(({ line }) => line));
  return faulty.has(0) ? 0 : file.rows.filter(({ line }) => !faulty.has(line)).length;
}

export function Faults({ listImport: { faults, file, choices } }: { readonly listImport: Faulty }) {
  const { t, i18n } = useTranslation('imports', { keyPrefix: 'list' });
  const { t: rule } = useTranslation('rules');
  const formats = useFormats();
  const dispatch = useDispatch<ThunkDispatch<unknown, ClientExtra, UnknownAction>>();
  const { first, more } = useFirstRows(faults);
  const faulty = new Set(faults.map(({ line }) => line));
  const lines = faulty.size;
  const validCount = validLines({ faults, file });
  const columnOf = (field: ImportField): string => {
    const head = file.heads[choices.columns[field]] ?? '';
    return head === '' ? t(`field.${field}`) : head;
  };
  const shownOf = ({ value = '' }: Fault): string => shortened(value, MAX_VALUE_CHARACTERS);
  const textOf = (fault: Fault): string => {
    const { why, field } = fault;
    const value = shownOf(fault);
    if ('text' in why) return why.text;
    if ('tooLong' in why) return ruleMessage(maxLength(why.tooLong), field ? t(`field.${field}`) : '', rule);
    if ('repeats' in why) return t('fault.repeats', { value, line: formats.number(why.repeats) });
    return t(`fault.${why.unreadable}`, { value });
  };
  /** Saves the faulty lines as they are in the file, each with its faults, to be corrected and imported by themselves. */
  const saveFaulty = () => {
    const whyOf = (line: number) => faults.filter((fault) => fault.line === line).map(textOf);
    const rows = file.rows.filter(({ line }) => faulty.has(line)).map(({ line, cells }) => [...cells, whyOf(line).join(' ')]);
    const fileName = file.name.replace(/(\.\w+)?$/, `-${t('faultyFile')}.csv`);
    dispatch(saveCsv(fileName, { lines: [[...file.heads, t('what')], ...rows], delimiter: usualDelimiter(i18n.language) }));
  };
  return (
    <>
      <Alert severity="error">{t('faulty', { count: lines, total: formats.number(lines) })}</Alert>
      <table className="table import-faults">
        <thead>
          <tr>
            <th scope="col">{t('line')}</th>
            <th scope="col">{t('column')}</th>
            <th scope="col">{t('value')}</th>
            <th scope="col">{t('what')}</th>
          </tr>
        </thead>
        <tbody>
          {first.map((fault, at) => (
            <tr key={at}>
              <td>{formats.number(fault.line)}</td>
              <td>{fault.field && columnOf(fault.field)}</td>
              <td>{withInvisibleShown(shownOf(fault))}</td>
              <td>{textOf(fault)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="button-row">
        {more}
        <Button onClick={saveFaulty}>{t('saveFaulty')}</Button>
        <Button onClick={() => dispatch(importRemapped())}>{t('remap')}</Button>
        {validCount > 0 && (
          <Button onClick={() => dispatch(importReduced())}>
            {t('validOnly', { count: validCount, total: formats.number(validCount) })}
          </Button>
        )}
        <Button type="primary" onClick={() => dispatch(importClosed())}>
          {t('another')}
        </Button>
      </div>
    </>
  );
}

export function Done({
  listImport: { counts, file, leftOut = 0, mailed },
}: {
  readonly listImport: Extract<Import, { kind: 'done' }>;
}) {
  const { t } = useTranslation('imports', { keyPrefix: 'list' });
  const formats = useFormats();
  const dispatch = useDispatch();
  const formatCounts = useCounts();
  return (
    <Suspense>
      <Result
        severity="success"
        heading={t('applied', { file: file.name })}
        text={
          <>
            {formatCounts(counts)}
            {counts.created > 0 && <p>{t(mailed ? 'nextMailed' : 'next')}</p>}
            {leftOut > 0 && <p>{t('leftOut', { count: leftOut, total: formats.number(leftOut) })}</p>}
          </>
        }
      >
        <Button onClick={() => dispatch(importClosed())}>{t('another')}</Button>
        <LinkButton type="primary" to={paths.usersList.to()}>
          {t('list')}
        </LinkButton>
      </Result>
    </Suspense>
  );
}
