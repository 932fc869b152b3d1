/** Saves the report, with every row of the file. */
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { ClientExtra } from '@api/client/fetchWithRecovery.ts';
import { downloadImportReport } from '@api/client/imports.api.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';

export function ReportButton({ importId }: { readonly importId: string }) {
  const { t } = useTranslation('imports', { keyPrefix: 'moveIn' });
  const dispatch = useDispatch<ThunkDispatch<unknown, ClientExtra, UnknownAction>>();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await dispatch(downloadImportReport({ importId }, { fileName: t('reportFile') }));
    setBusy(false);
  };
  return (
    <BusyButton busy={isBusy} onClick={() => void save()}>
      {t('report')}
    </BusyButton>
  );
}
