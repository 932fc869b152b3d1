/** Bar of the selected users, which is theirs as long as there are some; above it the progress of an operation. */
import { Button, Progress } from 'antd';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { type Bulk, bulkCancelled, isUnfinished } from '@store/users/bulk/bulk.slice.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { useHeightVariable } from '@src/ui/useHeightVariable.ts';
import { RunningBar } from './RunningBar.tsx';

interface Props {
  readonly bulk: Bulk;
  /** The bar has ended while it had the focus. */
  readonly onGone: () => void;
  /** The selection. */
  readonly children: ReactNode;
}

function progressOf(bulk: Bulk): ReactNode {
  if (bulk.kind === 'reading') return <ReadingBar read={bulk.read} total={bulk.total} />;
  return bulk.kind === 'followed' && isUnfinished(bulk.operation) ? <RunningBar followed={bulk} /> : null;
}

export function BulkBar({ bulk, onGone, children }: Props) {
  const { t } = useTranslation(['users', 'bulk']);
  const hadFocus = useRef(false);
  const progress = progressOf(bulk);
  const isUnderWay = progress !== null;
  const isShown = Boolean(progress) || Boolean(children);
  // Toasts are above it.
  const area = useHeightVariable<HTMLElement>('--bulk-bar', isShown);
  const gone = useEffectEvent(onGone);
  useEffect(() => {
    if (!hadFocus.current || document.activeElement !== document.body) return;
    // The pressed button is unmounted or disabled: keep the focus here, or give it to the rows.
    if (area.current) area.current.focus();
    else {
      hadFocus.current = false;
      gone();
    }
  }, [area, bulk.kind, isUnderWay, isShown]);
  if (!isShown) return null;
  return (
    <section
      ref={area}
      className="bulk-bar box stack-tight"
      data-region
      aria-label={t('bulk:label')}
      tabIndex={-1}
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={(event) => {
        hadFocus.current = event.relatedTarget === null;
      }}
    >
      {progress && <div className="bulk-line row">{progress}</div>}
      {children && <div className="bulk-line row">{children}</div>}
    </section>
  );
}

/** Progress of loading selected users that are not loaded yet. */
function ReadingBar({ read, total }: { readonly read: number; readonly total: number }) {
  const { t } = useTranslation(['users', 'bulk', 'common']);
  const formats = useFormats();
  const dispatch = useDispatch();
  const text = t('bulk:reading', { read: formats.number(read), total: formats.number(total) });
  return (
    <>
      <p>
        <strong>{text}</strong>
      </p>
      <Progress aria-label={text} percent={(read / total) * 100} showInfo={false} />
      <div className="bulk-actions row row-tight small-buttons">
        <Button onClick={() => dispatch(bulkCancelled())}>{t('common:cancel')}</Button>
      </div>
    </>
  );
}
