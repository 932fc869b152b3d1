/** "52 users unlocked · 3 failed", of an operation that has ended. */
import { useTranslation } from 'react-i18next';
import type { LongRunningOperation } from '@api/contract/bulk.ts';
import { useFormats } from '@src/i18n/useFormats.ts';

export function useResultSummary(): (operation: LongRunningOperation) => string {
  const { t } = useTranslation(['actions', 'bulk']);
  const formats = useFormats();
  return ({ kind, counts: { done, failed, skipped } }) => {
    const part = (count: number) => ({ count, total: formats.number(count) });
    return [
      t(`actions:${kind}.many.done`, part(done)),
      failed > 0 && t('bulk:failed', part(failed)),
      skipped > 0 && t('bulk:skipped', part(skipped)),
    ]
      .filter((text) => text !== false)
      .join(' · ');
  };
}
