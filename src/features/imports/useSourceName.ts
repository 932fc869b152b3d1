/** The name of a system. */
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

const sources = ['keycloak', 'auth0', 'firebase', 'django', 'supertokens', 'logto', 'table'] as const;

export function useSourceName(): (source: string) => string {
  const { t } = useTranslation('imports', { keyPrefix: 'moveIn' });
  return useCallback(
    (source: string) => {
      const known = sources.find((name) => name === source);
      return known ? t(`source.of.${known}`) : source;
    },
    [t],
  );
}
