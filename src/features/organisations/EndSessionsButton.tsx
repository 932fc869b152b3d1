/** Ends all sessions of an organisation's users. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { Organisation } from '@api/contract/organisations.ts';
import { endSessionsRequested } from '@store/organisations/acts.saga.ts';
import { useSelf } from '@src/session/useOwnAccount.ts';

type Props = Pick<Organisation, 'publicId' | 'organisationName'>;

export function EndSessionsButton({ publicId, organisationName }: Props) {
  const { t } = useTranslation('organisations');
  const dispatch = useDispatch();
  const self = useSelf();
  return (
    <Button
      disabled={Boolean(self?.impersonatedBy)}
      onClick={() => {
        dispatch(endSessionsRequested({ publicId, organisationName }));
      }}
    >
      {t('endSessions.open')}
    </Button>
  );
}
