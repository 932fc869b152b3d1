/** The sentence of a notice or a refusal. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { type ImportNotice, type ImportRefusal, importRefusals } from '@api/contract/imports.shapes.ts';

export function useReasonText(): (code: ImportNotice | ImportRefusal) => string {
  const { t } = useTranslation('imports', { keyPrefix: 'moveIn' });
  return useCallback(
    (code: ImportNotice | ImportRefusal) => {
      const refusal = importRefusals.find((each) => each === code);
      return refusal ? t(`refusal.${refusal}`) : t(`notice.${code as ImportNotice}`);
    },
    [t],
  );
}
