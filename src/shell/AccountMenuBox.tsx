/** Account menu: the user's applications, security details, display settings, logout. */
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { useFetchApprovalCountQuery } from '@api/client/approvals.api.ts';
import { isAdmin, isSystemAdmin } from '@api/contract/person.ts';
import { logOutRequested, type SessionUser } from '@store/session/session.slice.ts';
import { paths } from '@src/paths.ts';
import { Link } from '@src/ui/Link.tsx';
import PopoverBox from '@src/ui/PopoverBox.tsx';
import { RadioButtons } from '@src/ui/RadioButtons.tsx';
import { Select } from '@src/ui/Select.tsx';
import { useDisplayChoices } from './useDisplayChoices.ts';

interface Props {
  readonly person: SessionUser | null;
  readonly opener: HTMLElement;
  readonly onClose: () => void;
}

/** Whether two administrators are needed anywhere in this one's reach, or a request is under way. */
function useHasApprovals(person: SessionUser | null): boolean {
  const { data } = useFetchApprovalCountQuery(undefined, {
    skip: !person || !isAdmin(person),
    refetchOnMountOrArgChange: true,
  });
  return data !== undefined && (data.rule !== 'none' || data.open + data.ready + data.asked > 0);
}

export default function AccountMenuBox({ person, opener, onClose }: Props) {
  const { t } = useTranslation('common');
  const dispatch = useDispatch();
  const { theme, fontSize, locale } = useDisplayChoices();
  const hasApprovals = useHasApprovals(person);
  return (
    <PopoverBox label={t('bar.account')} opener={opener} onClose={onClose}>
      {person && (
        <p>
          <strong>{person.displayName}</strong>
          <br />
          <span className="small muted">{person.userName}</span>
        </p>
      )}
      <Link to={paths.myApplications.to()} onClick={onClose}>
        {t('bar.myApplications')}
      </Link>
      {hasApprovals && (
        <Link to={paths.approvals.to()} onClick={onClose}>
          {t('bar.approvals')}
        </Link>
      )}
      {person && isSystemAdmin(person) && (
        <Link to={paths.systemSettings.to()} onClick={onClose}>
          {t('bar.settings')}
        </Link>
      )}
      <Link to={paths.securityDetails.to()} onClick={onClose}>
        {t('bar.security')}
      </Link>
      <RadioButtons {...theme} />
      <RadioButtons {...fontSize} />
      <Select {...locale} />
      <Button
        block
        onClick={() => {
          onClose();
          dispatch(logOutRequested());
        }}
      >
        {t('bar.logOut')}
      </Button>
    </PopoverBox>
  );
}
