/** Progress of an operation on many users, with pause and cancel. */
import { Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { type Bulk, bulkCancelled, bulkPaused } from '@store/users/bulk/bulk.slice.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { BusyButton } from '@src/ui/BusyButton.tsx';

type Running = Extract<Bulk, { kind: 'followed' }>;

/** Says why the operation is paused, or that no answer comes. */
function stateOf({ operation: { state, problem }, isLost }: Running) {
  if (isLost) return 'connection';
  if (state !== 'paused') return null;
  return problem === 'SessionRequired' ? 'sessionOver' : 'paused';
}

export function RunningBar({ followed }: { readonly followed: Running }) {
  const { t } = useTranslation(['users', 'actions', 'bulk', 'common']);
  const formats = useFormats();
  const dispatch = useDispatch();
  const { operation, isBusy } = followed;
  const { kind, counts } = operation;
  const { total, failed } = counts;
  const ended = counts.done + failed + counts.skipped;
  const isPaused = operation.state === 'paused';
  const state = stateOf(followed);
  const text = t(`actions:${kind}.many.running`, { done: formats.number(ended), total: formats.number(total) });
  return (
    <>
      <div>
        <p>
          <strong>
            {text}
            {failed > 0 && (
              <span className="tone-text tone-error">
                {t('bulk:failedSoFar', { count: failed, total: formats.number(failed) })}
              </span>
            )}
          </strong>
        </p>
        {/* The state is announced on each change, not for each user. */}
        <p role="status" className="small muted">
          {state && t(`bulk:state.${state}`)}
        </p>
      </div>
      <Progress
        aria-label={t(`actions:${kind}.many.title`, { count: total, total: formats.number(total) })}
        percent={(ended / total) * 100}
        showInfo={false}
      />
      <div className="bulk-actions row row-tight small-buttons">
        <BusyButton busy={isBusy} onClick={() => dispatch(bulkPaused(!isPaused))}>
          {t(isPaused ? 'bulk:resume' : 'bulk:pause')}
        </BusyButton>
        <Button disabled={isBusy} onClick={() => dispatch(bulkCancelled())}>
          {t('common:cancel')}
        </Button>
      </div>
    </>
  );
}
