/** Bar of a bulk operation: its progress or its result, and before one whatever its screen shows. */
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Bulk } from '@store/users/bulk/bulk.slice.ts';
import { ReadingBar } from './ReadingBar.tsx';
import { ResultBar } from './ResultBar.tsx';
import { RunningBar } from './RunningBar.tsx';

interface Props {
  readonly bulk: Bulk;
  /** It takes the place of a button that may have had the focus. */
  readonly replacesButton?: boolean;
  readonly children?: ReactNode;
}

export function BulkBar({ bulk, replacesButton = false, children }: Props) {
  const { t } = useTranslation('users');
  const area = useRef<HTMLElement>(null);
  const hadFocus = useRef(replacesButton);
  const { kind } = bulk;
  useEffect(() => {
    // The pressed button is unmounted with its bar: keep the focus here.
    if (hadFocus.current && document.activeElement === document.body) area.current?.focus();
  }, [kind]);
  const bar =
    kind === 'reading' ? (
      <ReadingBar read={bulk.read} total={bulk.total} />
    ) : kind === 'running' ? (
      <RunningBar job={bulk} />
    ) : kind === 'finished' ? (
      <ResultBar job={bulk} />
    ) : (
      children
    );
  if (!bar) return null;
  return (
    <section
      ref={area}
      className="bulk-bar box row"
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
