/** The sentence of a notice or a refusal. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportNotice, ImportRefusal } from '@api/contract/imports.ts';

const refusals = [
  'unreadable',
  'tooLong',
  'emailMissing',
  'emailInvalid',
  'nameTaken',
  'emailTaken',
  'repeated',
  'organisationUnknown',
] as const satisfies readonly ImportRefusal[];

export function useReasonText(): (code: ImportNotice | ImportRefusal) => string {
  const { t } = useTranslation('imports');
  return useCallback(
    (code: ImportNotice | ImportRefusal) => {
      const refusal = refusals.find((each) => each === code);
      return refusal ? t(`refusal.${refusal}`) : t(`notice.${code as ImportNotice}`);
    },
    [t],
  );
}
