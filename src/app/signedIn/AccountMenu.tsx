/** What belongs to the person: security details, how the page looks and speaks, and the way out. */
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { logOutRequested, type Person } from '@store/login/session.slice.ts';
import type { FontSize, Theme } from '@store/saga/ports.ts';
import { fontSizeRequested, localeChosen, selectSettings, themeChosen } from '@store/settings/settings.slice.ts';
import { locales } from '@src/i18n/locale.ts';
import { paths } from '@src/paths.ts';
import { Button } from '@src/ui/Button.tsx';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';
import { Icon } from '@src/ui/Icon.tsx';
import { Link } from '@src/ui/Link.tsx';
import { Select } from '@src/ui/Select.tsx';

const themes: readonly Theme[] = ['light', 'dark', 'system'];
const fontSizes: readonly FontSize[] = ['default', 'compact'];

export function AccountMenu({ person }: { readonly person: Person | null }) {
  const { t } = useTranslation('common');
  const dispatch = useDispatch();
  const { theme, fontSize, locale } = useSelector(selectSettings);
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
        <Select
          label={t('theme.label')}
          value={theme}
          choices={themes.map((value) => ({ value, label: t(`theme.${value}`) }))}
          onChange={(event) => dispatch(themeChosen(event.target.value as Theme))}
        />
        <Select
          label={t('language.label')}
          value={locale}
          choices={locales.map((value) => ({ value, label: t(`language.${value}`) }))}
          onChange={(event) => dispatch(localeChosen(event.target.value))}
        />
        <Select
          label={t('fontSize.label')}
          value={fontSize}
          choices={fontSizes.map((value) => ({ value, label: t(`fontSize.${value}`) }))}
          onChange={(event) => dispatch(fontSizeRequested(event.target.value as FontSize))}
        />
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
