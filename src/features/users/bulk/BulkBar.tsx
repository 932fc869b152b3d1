/** Bar of an operation on many users: its progress or its result, and before one the selection. */
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Bulk, isUnfinished } from '@store/users/bulk/bulk.slice.ts';
import { ReadingBar } from './ReadingBar.tsx';
import { ResultBar } from './ResultBar.tsx';
import { RunningBar } from './RunningBar.tsx';

interface Props {
  readonly bulk: Bulk;
  readonly children?: ReactNode;
}

export function BulkBar({ bulk, children }: Props) {
  const { t } = useTranslation('users');
  const area = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  const { kind } = bulk;
  const isRunning = kind === 'followed' && isUnfinished(bulk.operation);
  useEffect(() => {
    // The pressed button is unmounted with its bar: keep the focus here.
    if (hadFocus.current && document.activeElement === document.body) area.current?.focus();
  }, [kind, isRunning]);
  const bar =
    kind === 'reading' ? (
      <ReadingBar read={bulk.read} total={bulk.total} />
    ) : kind === 'followed' ? (
      isUnfinished(bulk.operation) ? (
        <RunningBar followed={bulk} />
      ) : (
        <ResultBar followed={bulk} />
      )
    ) : (
      children
    );
  if (!bar) return null;
  return (
    <section
      ref={area}
      className="bulk-bar box row"
      data-region
      aria-label={t('bulk.label')}
      tabIndex={-1}
      onFocus={() => {
        hadFocus.current = true;
      }}
      onBlur={(event) => {
        hadFocus.current = event.relatedTarget === null;
      }}
    >
      {bar}
    </section>
  );
}
