/** Progress of a bulk operation, with pause and cancel. */
import { Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { type Bulk, bulkCancelled, bulkWaitSkipped, bulkPaused, countOutcomes } from '@store/users/bulk/bulk.slice.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';

type Running = Extract<Bulk, { kind: 'running' }>;

const stateOf = ({ cancelled, hold, paused }: Running) => (cancelled ? 'ending' : hold ? hold.why : paused ? 'paused' : 'going');

export function RunningBar({ job }: { readonly job: Running }) {
  const { t } = useTranslation(['users', 'common']);
  const formats = useFormats();
  const dispatch = useDispatch();
  const { action, people, outcomes, paused, cancelled, hold } = job;
  const { open, failed } = countOutcomes(outcomes);
  const state = stateOf(job);
  const text = t(`users:bulk.running.${action}`, {
    done: formats.number(people.length - open),
    total: formats.number(people.length),
  });
  return (
    <>
      <div>
        <p>
          <strong>
            {text}
            {failed > 0 && (
              <span className="tone-text tone-error">
                {t('users:bulk.failedSoFar', { count: failed, total: formats.number(failed) })}
              </span>
            )}
          </strong>
        </p>
        {/* Announced on each change of state, not for each user. */}
        <p role="status" className="small muted">
          {state === 'going' ? '' : t(`users:bulk.state.${state}`)}
        </p>
      </div>
      <Progress
        aria-label={t(`users:bulk.title.${action}`, { count: people.length, total: formats.number(people.length) })}
        percent={((people.length - open) / people.length) * 100}
        showInfo={false}
      />
      <div className="bulk-actions tabs small-buttons">
        {hold && !cancelled && <Button onClick={() => dispatch(bulkWaitSkipped())}>{t('users:bulk.hurry')}</Button>}
        {!cancelled && (
          <Button onClick={() => dispatch(bulkPaused(!paused))}>{t(paused ? 'users:bulk.resume' : 'users:bulk.pause')}</Button>
        )}
        <BusyButton busy={cancelled} onClick={() => dispatch(bulkCancelled())}>
          {t('common:cancel')}
        </BusyButton>
      </div>
    </>
  );
}
