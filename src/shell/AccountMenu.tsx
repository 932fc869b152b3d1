/** Account menu: security details, display settings, log-out. */
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { logOutRequested, type SessionUser } from '@store/session/session.slice.ts';
import { paths } from '@src/paths.ts';
import { Button } from '@src/ui/Button.tsx';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';
import { Icon } from '@src/ui/Icon.tsx';
import { Link } from '@src/ui/Link.tsx';
import { Select } from '@src/ui/Select.tsx';
import { useDisplayChoices } from './useDisplayChoices.ts';

export function AccountMenu({ person }: { readonly person: SessionUser | null }) {
  const { t } = useTranslation('common');
  const dispatch = useDispatch();
  const { theme, fontSize, locale } = useDisplayChoices();
  const id = useId();
  const close = () => {
    document.getElementById(id)?.hidePopover();
  };
  return (
    <>
      <button type="button" className="bar-button" popoverTarget={id} title={t('bar.account')}>
        <Icon name="user" />
        <VisuallyHidden>{t('bar.account')}</VisuallyHidden>
        <span className="bar-person">{person?.displayName}</span>
        <Icon name="down" />
      </button>
      <div id={id} popover="auto" className="account-menu">
        {person && (
          <p className="account-menu-person">
            <strong>{person.displayName}</strong>
            <span className="small muted">{person.userName}</span>
          </p>
        )}
        <Link to={paths.securityDetails.to()} onClick={close}>
          {t('bar.security')}
        </Link>
        <Select {...theme} />
        <Select {...locale} />
        <Select {...fontSize} />
        <Button
          wide
          onClick={() => {
            close();
            dispatch(logOutRequested());
          }}
        >
          {t('bar.logOut')}
        </Button>
      </div>
    </>
  );
}
