/** Whether acts in an organisation need two administrators, and the switch of it, which takes two to turn off. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useFetchApprovalCountQuery } from '@api/client/approvals.api.ts';
import type { Organisation } from '@api/contract/organisations.ts';
import { mayManageOrganisations } from '@api/contract/organisations.policy.ts';
import { fourEyesRequested } from '@store/organisations/acts.saga.ts';
import { useSelf } from '@src/session/useOwnAccount.ts';
import { paths } from '@src/paths.ts';
import { Link } from '@src/ui/Link.tsx';

export function FourEyesRule({
  organisation,
}: {
  readonly organisation: Pick<Organisation, 'publicId' | 'organisationName' | 'fourEyes'>;
}) {
  const { t } = useTranslation('organisations', { keyPrefix: 'fourEyes' });
  const dispatch = useDispatch();
  const self = useSelf();
  const { currentData } = useFetchApprovalCountQuery();
  const { fourEyes } = organisation;
  const isEverywhere = currentData?.rule === 'everywhere';
  // Nobody can impersonate a system administrator.
  const mayChange = self !== null && mayManageOrganisations(self);
  return (
    <div className="stack">
      <div className="stack-tight">
        <p>
          {isEverywhere ? t('everywhere') : t(fourEyes ? 'on' : 'off')}
          {isEverywhere && mayChange && (
            <>
              {' '}
              <Link className="link small" to={paths.systemSettings.to()}>
                {t('setting')}
              </Link>
            </>
          )}
        </p>
        <p className="muted small">{t('intro')}</p>
        {!isEverywhere && !mayChange && <p className="muted small">{t('whoChanges')}</p>}
        {!isEverywhere && mayChange && fourEyes && <p className="muted small">{t('offNeedsTwo')}</p>}
      </div>
      {!isEverywhere && mayChange && (
        <div className="row row-tight small-buttons acts">
          <Button onClick={() => dispatch(fourEyesRequested({ organisation, required: !fourEyes }))}>
            {t(fourEyes ? 'turnOff.open' : 'turnOn.open')}
          </Button>
        </div>
      )}
    </div>
  );
}
