/** Downloads the result of a bulk operation as CSV. */
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { ClientExtra } from '@api/client/fetchWithRecovery.ts';
import type { Bulk } from '@store/users/bulk/bulk.slice.ts';
import { nameOf } from '../list/cells/TextCells.tsx';
import { saveCsv } from '../csv/saveCsv.ts';
import { usualDelimiter } from '../csv/usualDelimiter.ts';
import { resultRows } from './resultRows.ts';
import { useResultTexts } from './useResultTexts.ts';

export function useResultFile(job: Extract<Bulk, { kind: 'finished' }>): () => void {
  const { t, i18n } = useTranslation('users');
  const { outcome, why } = useResultTexts();
  const dispatch = useDispatch<ThunkDispatch<unknown, ClientExtra, UnknownAction>>();
  return () => {
    const head = [t('column.userName'), t('column.name'), t('column.email'), t('panel.id'), t('bulk.result'), t('bulk.reason')];
    const lines = resultRows(job).map((row) => {
      const { userId, user } = row;
      return [user?.userName ?? null, user ? nameOf(user) : null, user?.email ?? null, userId, outcome(row), why(row)];
    });
    const fileName = `users-${job.action}-${new Date().toISOString().slice(0, 10)}.csv`;
    dispatch(saveCsv(fileName, { lines: [head, ...lines], delimiter: usualDelimiter(i18n.language) }));
  };
}
