/** Drawer of one organisation: facts, and what a system administrator can change. */
import { Button } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { approvalRequested } from '@store/organisations/acts.saga.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { paths } from '@src/paths.ts';
import { CopyableText } from '@src/ui/CopyableText.tsx';
import { Facts } from '@src/ui/Facts.tsx';
import { Link } from '@src/ui/Link.tsx';
import { Drawer } from '@src/ui/Drawer.tsx';
import { ApprovedCell, type OrganisationRow } from './columns.tsx';
import { DirectoryText, LogInText } from './ConnectionTexts.tsx';
import { EndSessionsButton } from './EndSessionsButton.tsx';
import { FourEyesRule } from './FourEyesRule.tsx';
import { MfaRule } from './MfaRule.tsx';
import { RenameDialog } from './NameDialogs.tsx';

interface Props {
  readonly organisation: OrganisationRow;
  readonly onClose: () => void;
}

export function OrganisationPanel({ organisation, onClose }: Props) {
  const { t } = useTranslation('organisations');
  const formats = useFormats();
  const dispatch = useDispatch();
  const [isRenaming, setRenaming] = useState(false);
  const mfaId = useId();
  const fourEyesId = useId();
  const { publicId, organisationName, userCount, approved, house, createdAt, connections } = organisation;
  const usersAddress = `${paths.usersList.to()}?organisation=${publicId}`;
  const closeRename = () => {
    setRenaming(false);
  };
  const facts = [
    { label: t('column.approved'), children: <ApprovedCell row={organisation} /> },
    {
      label: t('column.userCount'),
      children: (
        <>
          {formats.number(userCount)}{' '}
          <Link className="link small" to={usersAddress}>
            {t('panel.people')}
          </Link>
        </>
      ),
    },
    connections !== undefined && { label: t('column.logIn'), children: <LogInText connections={connections} /> },
    connections !== undefined && {
      label: t('column.directory'),
      children: <DirectoryText connections={connections} namesTime />,
    },
    {
      label: t('connections.heading'),
      children: (
        <Link className="link small" to={paths.connections.to({ organisationPublicId: publicId })}>
          {t('connections.open')}
        </Link>
      ),
    },
    house && { label: t('house'), children: t('panel.house') },
    { label: t('column.createdAt'), children: formats.date(createdAt, 'long') },
    { label: t('panel.id'), children: <CopyableText text={publicId} of={t('panel.id')} /> },
  ];
  return (
    <Drawer title={organisationName} closeLabel={t('panel.close')} of={publicId} onClose={onClose}>
      <div className="row row-tight small-buttons acts">
        <Button
          onClick={() => {
            setRenaming(true);
          }}
        >
          {t('rename.open')}
        </Button>
        <EndSessionsButton publicId={publicId} organisationName={organisationName} />
        <Button
          danger={approved}
          onClick={() => {
            dispatch(approvalRequested({ organisation, approved: !approved }));
          }}
        >
          {t(approved ? 'withdraw.open' : 'approve.open')}
        </Button>
      </div>
      <Facts items={facts} />
      <section className="stack-tight" aria-labelledby={mfaId}>
        <h3 id={mfaId}>{t('column.mfaRequired')}</h3>
        <MfaRule organisation={organisation} />
      </section>
      <section className="stack-tight" aria-labelledby={fourEyesId}>
        <h3 id={fourEyesId}>{t('fourEyes.heading')}</h3>
        <FourEyesRule organisation={organisation} />
      </section>
      {isRenaming && <RenameDialog organisation={organisation} onClose={closeRename} />}
    </Drawer>
  );
}
