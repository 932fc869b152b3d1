/** How the page looks and speaks: the same choices as in the account menu. */
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { FontSize, Theme } from '@store/saga/ports.ts';
import { fontSizeRequested, localeChosen, selectSettings, themeChosen } from '@store/settings/settings.slice.ts';
import { locales } from '@src/i18n/locale.ts';
import { Select } from '@src/ui/Select.tsx';

const themes: readonly Theme[] = ['light', 'dark', 'system'];
const fontSizes: readonly FontSize[] = ['default', 'compact'];

export function DisplaySection() {
  const { t } = useTranslation('common');
  const dispatch = useDispatch();
  const { theme, fontSize, locale } = useSelector(selectSettings);
  return (
    <div className="stack">
      <Select
        label={t('fontSize.label')}
        value={fontSize}
        choices={fontSizes.map((value) => ({ value, label: t(`fontSize.${value}`) }))}
        onChange={(event) => dispatch(fontSizeRequested(event.target.value as FontSize))}
      />
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
    </div>
  );
}
