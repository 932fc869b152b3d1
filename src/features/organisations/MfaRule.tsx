/** An organisation's MFA rule, how many users it affects, and the actions on it. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { type Organisation, organisationsCalls } from '@api/contract/organisations.ts';
import { mfaCalls } from '@api/contract/mfa.ts';
import { whyBarredWhileImpersonating } from '@api/contract/session.policy.ts';
import { mfaRuleRequested } from '@store/organisations/acts.saga.ts';
import { useFetchMfaOverridesQuery } from '@api/client/mfa.api.ts';
import { useSelf } from '@src/session/useOwnAccount.ts';
import { MfaCell } from './columns.tsx';
import { ResetDialog } from './ResetDialog.tsx';
import { BusyButton } from '@src/ui/BusyButton.tsx';

export function MfaRule({
  organisation,
}: {
  readonly organisation: Pick<Organisation, 'publicId' | 'organisationName' | 'mfaRequired'>;
}) {
  const { t } = useTranslation('organisations');
  const dispatch = useDispatch();
  const self = useSelf();
  const [isResetting, setResetting] = useState(false);
  const { publicId, mfaRequired } = organisation;
  const { currentData: rule } = useFetchMfaOverridesQuery(
    { organisationPublicId: publicId },
    { refetchOnMountOrArgChange: true },
  );
  const isOwn = self?.organisation.publicId === publicId;
  const access = self?.impersonatedBy?.access;
  const isBarred = (call: Parameters<typeof whyBarredWhileImpersonating>[0]) =>
    access !== undefined && whyBarredWhileImpersonating(call, access) !== null;
  const barred = isBarred(organisationsCalls['Organisations.SetMfaRequired']);
  const resetBarred = isBarred(mfaCalls['Mfa.OrganizationDefaultReset']);
  return (
    <div className="stack">
      <div className="stack-tight">
        <MfaCell row={organisation} />
        {rule && (
          <p className="muted small">
            {t('panel.without', { count: rule.withoutMfa })}
            <br />
            {t('panel.differ', { count: rule.overridden.length })}
          </p>
        )}
      </div>
      <div className="row row-tight small-buttons acts">
        <BusyButton
          busy={!rule}
          aria-busy={!rule}
          disabled={barred}
          onClick={() => {
            const touched = rule?.withoutMfa ?? 0;
            dispatch(mfaRuleRequested({ organisation, required: !mfaRequired, own: isOwn, touched }));
          }}
        >
          {t(mfaRequired ? 'exempt.open' : 'require.open')}
        </BusyButton>
        <Button
          disabled={resetBarred}
          onClick={() => {
            setResetting(true);
          }}
        >
          {t('reset.open')}
        </Button>
      </div>
      {barred && <p className="muted small">{t('panel.acting')}</p>}
      {isResetting && (
        <ResetDialog
          organisation={organisation}
          onClose={() => {
            setResetting(false);
          }}
        />
      )}
    </div>
  );
}
