/** An import that the server carries out or takes back, with pause and cancel. */
import { Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCancelImportMutation, usePauseImportMutation, useResumeImportMutation } from '@api/client/imports.api.ts';
import { ProblemAlert } from '@src/forms/ProblemAlert.tsx';
import { problemOf } from '@src/forms/refusal.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';
import type { CountedImport } from '@api/contract/imports.shapes.ts';
import { useSourceName } from './useSourceName.ts';

export function Running({ one: { importId, state, source, progress } }: { readonly one: CountedImport }) {
  const { t } = useTranslation('imports', { keyPrefix: 'moveIn' });
  const formats = useFormats();
  const nameOf = useSourceName();
  const [pause, pausing] = usePauseImportMutation();
  const [resume, resuming] = useResumeImportMutation();
  const [cancel, cancelling] = useCancelImportMutation();
  const isPaused = state === 'paused';
  const isBusy = pausing.isLoading || resuming.isLoading || cancelling.isLoading;
  // An import may have ended before the button was pressed: the page shows that by itself.
  const error = resuming.error ?? cancelling.error;
  const what = state === 'undoing' ? t('undoing') : t('running', { source: nameOf(source) });
  const { done, total } = progress;
  return (
    <>
      {error && <ProblemAlert problem={problemOf(error)} />}
      <p>
        <strong>{what}</strong>
      </p>
      <Progress aria-label={what} percent={total === 0 ? 0 : (done / total) * 100} showInfo={false} />
      <p>{t('progress', { done: formats.number(done), total: formats.number(total) })}</p>
      <p role="status" className="small muted">
        {isPaused && t('paused')}
      </p>
      {(state === 'running' || isPaused) && (
        <div className="button-row">
          <Button disabled={isBusy} onClick={() => void cancel({ importId })}>
            {t('cancelRest')}
          </Button>
          <BusyButton
            type={isPaused ? 'primary' : 'default'}
            busy={isBusy}
            onClick={() => void (isPaused ? resume({ importId }) : pause({ importId }))}
          >
            {t(isPaused ? 'resume' : 'pause')}
          </BusyButton>
        </div>
      )}
    </>
  );
}
