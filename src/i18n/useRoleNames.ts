/** Display names of roles in the current language. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { roleNames, type RoleNames } from './roleNames.ts';

export function useRoleNames(): RoleNames {
  const { t } = useTranslation('roles');
  return useMemo(() => roleNames(t), [t]);
}
