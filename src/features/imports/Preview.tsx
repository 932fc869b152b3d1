/** What comes, what does not and why; and the start. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStartImportMutation } from '@api/client/imports.api.ts';
import { ProblemAlert } from '@src/forms/ProblemAlert.tsx';
import { problemOf } from '@src/forms/refusal.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import { Facts } from '@src/ui/Facts.tsx';
import type { CountedImport } from '@api/contract/imports.shapes.ts';
import { type Reason, Reasons } from './Reasons.tsx';
import { ReportButton } from './ReportButton.tsx';
import { Rows } from './Rows.tsx';

interface Props {
  readonly one: CountedImport;
  /** Back to the mapping. */
  readonly onChange: () => void;
}

export function Preview({ one: { importId, counts }, onChange }: Props) {
  const { t } = useTranslation('imports', { keyPrefix: 'moveIn' });
  const formats = useFormats();
  const [only, setOnly] = useState<Reason>();
  const [start, { isLoading, error }] = useStartImportMutation();
  const { total, coming, unchanged, withPassword, withAuthenticator, withPasskeys } = counts;
  const numbers = { coming, withPassword, withAuthenticator, withPasskeys, unchanged, refused: total - coming - unchanged };
  const facts = (['coming', 'withPassword', 'withAuthenticator', 'withPasskeys', 'unchanged', 'refused'] as const)
    .filter((key) => key === 'coming' || numbers[key] > 0)
    .map((key) => ({ label: t(`facts.${key}`), children: formats.number(numbers[key]) }));
  return (
    <>
      {error && <ProblemAlert problem={problemOf(error)} />}
      {coming === 0 && <Alert severity="warning">{t('nobody')}</Alert>}
      <Facts items={facts} />
      <Reasons counts={counts} only={only} onOnly={setOnly} />
      <Rows importId={importId} only={only} />
      <div className="button-row">
        <Button onClick={onChange}>{t('change')}</Button>
        <ReportButton importId={importId} />
        {coming > 0 && (
          <BusyButton type="primary" busy={isLoading} onClick={() => void start({ importId })}>
            {t('start', { count: coming, total: formats.number(coming) })}
          </BusyButton>
        )}
      </div>
    </>
  );
}
