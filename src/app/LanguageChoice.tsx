/** The language of the product, for who is not signed in yet. */
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { localeChosen } from '@store/settings/settings.slice.ts';
import { locales } from '@src/i18n/locale.ts';

export function LanguageChoice() {
  const { t, i18n } = useTranslation('common');
  const dispatch = useDispatch();
  return (
    <select
      className="control control-quiet"
      aria-label={t('language.label')}
      value={i18n.language}
      onChange={(event) => {
        dispatch(localeChosen(event.target.value));
      }}
    >
      {locales.map((locale) => (
        <option key={locale} value={locale} lang={locale}>
          {t(`language.${locale}`)}
        </option>
      ))}
    </select>
  );
}
