/** One organisation beside the list: what is known of it, and what can be done about it. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { Organisation } from '@api/contract/organisations.ts';
import { organisationsCalls } from '@api/contract/organisations.calls.ts';
import { mayManageOrganisations } from '@api/contract/organisations.policy.ts';
import { barredWhileImpersonating } from '@api/contract/session.policy.ts';
import { approvalRequested } from '@store/organisations/approval.saga.ts';
import { mfaRuleRequested } from '@store/organisations/mfaRule.saga.ts';
import { useFetchMfaOverridesQuery } from '@src/app/useMfaRule.ts';
import { useSelf } from '@src/app/useOwnAccount.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { paths } from '@src/paths.ts';
import { Button } from '@src/ui/Button.tsx';
import { CopyButton } from '@src/ui/CopyButton.tsx';
import { Link } from '@src/ui/Link.tsx';
import { Fact, SidePanel } from '@src/ui/SidePanel.tsx';
import { ApprovedCell, MfaCell } from './columns.tsx';
import { RenameDialog } from './NameDialogs.tsx';
import { ResetDialog } from './ResetDialog.tsx';

interface Props {
  readonly organisation: Organisation;
  readonly onClose: () => void;
}

export function OrganisationPanel({ organisation, onClose }: Props) {
  const { t } = useTranslation('organisations');
  const formats = useFormats();
  const dispatch = useDispatch();
  const self = useSelf();
  const manages = self !== null && mayManageOrganisations(self);
  const [asks, setAsks] = useState<'rename' | 'reset'>();
  const { publicId, organisationName, userCount, mfaRequired, approved, house, createdAt } = organisation;
  const { currentData: rule } = useFetchMfaOverridesQuery(
    { organisationPublicId: publicId },
    { refetchOnMountOrArgChange: true },
  );
  const own = self?.organisation.publicId === publicId;
  const ruleCall = 'Organisations.SetMfaRequired';
  const barred = own && Boolean(self.impersonatedBy) && barredWhileImpersonating(organisationsCalls[ruleCall]);
  const people = `${paths.usersList.to()}?organisation=${publicId}`;
  const stop = () => {
    setAsks(undefined);
  };
  return (
    <SidePanel title={organisationName} closeLabel={t('panel.close')} of={publicId} onClose={onClose}>
      {manages && (
        <div className="organisations-acts">
          <Button
            onClick={() => {
              setAsks('rename');
            }}
          >
            {t('rename.open')}
          </Button>
        </div>
      )}
      <dl className="side-facts">
        <Fact term={t('column.approved')}>
          <ApprovedCell row={organisation} />
          {manages && (
            <div className="organisations-acts">
              <Button
                onClick={() => {
                  dispatch(approvalRequested({ organisation, approved: !approved }));
                }}
              >
                {t(approved ? 'withdraw.open' : 'approve.open')}
              </Button>
            </div>
          )}
        </Fact>
        <Fact term={t('column.mfaRequired')}>
          <MfaCell row={organisation} />
          {rule && (
            <p className="muted small">
              {t('panel.without', { count: rule.withoutMfa })}
              <br />
              {t('panel.differ', { count: rule.overridden.length })}
            </p>
          )}
          <div className="organisations-acts">
            <Button
              busy={!rule}
              disabled={barred}
              onClick={() => {
                const touched = rule?.withoutMfa ?? 0;
                dispatch(mfaRuleRequested({ organisation, required: !mfaRequired, own, touched }));
              }}
            >
              {t(mfaRequired ? 'exempt.open' : 'require.open')}
            </Button>
            <Button
              onClick={() => {
                setAsks('reset');
              }}
            >
              {t('reset.open')}
            </Button>
          </div>
          {barred && <p className="muted small">{t('panel.acting')}</p>}
        </Fact>
        <Fact term={t('column.userCount')}>
          {formats.number(userCount)}{' '}
          <Link className="link small" to={people}>
            {t('panel.people')}
          </Link>
        </Fact>
        {house && <Fact term={t('house')}>{t('panel.house')}</Fact>}
        <Fact term={t('column.createdAt')}>{formats.date(createdAt, 'long')}</Fact>
        <Fact term={t('panel.id')}>
          <span className="mono small">{publicId}</span>
          <div className="organisations-acts">
            <CopyButton text={publicId} of={t('panel.id')} />
          </div>
        </Fact>
      </dl>
      {asks === 'rename' && <RenameDialog organisation={organisation} onClose={stop} />}
      {asks === 'reset' && <ResetDialog organisation={organisation} onClose={stop} />}
    </SidePanel>
  );
}
