/** Downloads the result of an operation for each user as CSV. */
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { ClientExtra } from '@api/client/fetchWithRecovery.ts';
import { operationsApi } from '@api/client/bulk.api.ts';
import type { ReplyOf } from '@api/contract/index.ts';
import type { OperationTarget } from '@api/contract/bulk.ts';
import type { Followed } from '@store/users/bulk/bulk.slice.ts';
import { nameOf } from '../list/cells/TextCells.tsx';
import { saveCsv } from '../../../csv/saveCsv.ts';
import { usualDelimiter } from '../../../csv/usualDelimiter.ts';
import { resultRows } from './resultRows.ts';
import { useResultTexts } from './useResultTexts.ts';

const { fetchOperationTargets } = operationsApi.endpoints;

interface ResultFile {
  readonly save: () => Promise<void>;
  readonly isBusy: boolean;
}

export function useResultFile({ operation: { operationId, kind }, leftOut }: Followed): ResultFile {
  const { t, i18n } = useTranslation(['users', 'bulk']);
  const { outcome, why } = useResultTexts();
  const dispatch = useDispatch<ThunkDispatch<unknown, ClientExtra, UnknownAction>>();
  const [isBusy, setBusy] = useState(false);

  const readPage = async (after: number) => {
    const options = { subscribe: false, forceRefetch: true };
    return (await dispatch(fetchOperationTargets.initiate({ operationId, after }, options))).data;
  };
  /** Undefined if a page could not be read, which the alert bar shows. */
  const readTargets = async (): Promise<readonly OperationTarget[] | undefined> => {
    const targets: OperationTarget[] = [];
    for (let after: number | null = 0; after !== null;) {
      const page: ReplyOf<'Operations.Targets'> | undefined = await readPage(after);
      if (!page) return undefined;
      targets.push(...page.targets);
      after = page.next;
    }
    return targets;
  };
  const save = async () => {
    setBusy(true);
    const targets = await readTargets();
    setBusy(false);
    if (!targets) return;
    const head = [t('column.userName'), t('column.name'), t('column.email'), t('panel.id'), t('bulk:result'), t('bulk:reason')];
    const lines = resultRows(targets, leftOut).map((row) => {
      const { userId, user } = row;
      return [user?.userName ?? null, user ? nameOf(user) : null, user?.email ?? null, userId, outcome(row), why(row)];
    });
    const fileName = `users-${kind}-${new Date().toISOString().slice(0, 10)}.csv`;
    dispatch(saveCsv(fileName, { lines: [head, ...lines], delimiter: usualDelimiter(i18n.language) }));
  };
  return { save, isBusy };
}
