/** The domains that the organisation has proven or claims. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFetchDomainsQuery } from '@api/client/domains.api.ts';
import { Loaded } from '@src/ui/Section.tsx';
import { AddDomainDialog } from './AddDomainDialog.tsx';
import { DomainItem } from './DomainItem.tsx';
import { fresh } from './fresh.ts';

export function DomainsSection({ organisationPublicId }: { readonly organisationPublicId: string }) {
  const { t } = useTranslation('federation');
  const query = useFetchDomainsQuery({ organisationPublicId }, fresh);
  const [isAdding, setAdding] = useState(false);
  return (
    <Loaded query={query}>
      {(domains) => (
        <>
          {domains.length === 0 && <p>{t('domains.none')}</p>}
          {domains.length > 0 && (
            <ul className="stack-tight">
              {domains.map((domain) => (
                <DomainItem key={domain.domainId} organisationPublicId={organisationPublicId} domain={domain} />
              ))}
            </ul>
          )}
          <div className="button-row">
            <Button
              onClick={() => {
                setAdding(true);
              }}
            >
              {t('domains.add')}
            </Button>
          </div>
          {isAdding && (
            <AddDomainDialog
              organisationPublicId={organisationPublicId}
              onClose={() => {
                setAdding(false);
              }}
            />
          )}
        </>
      )}
    </Loaded>
  );
}
