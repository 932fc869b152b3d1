/** Language menu for anonymous users. */
import { useTranslation } from 'react-i18next';
import { locales } from '@api/contract/locale.ts';
import { useLazyStore } from '@src/lazyStore.ts';

export function LanguageChoice() {
  const { t, i18n } = useTranslation('common');
  const store = useLazyStore();
  const choose = async (locale: string) => {
    const [{ dispatch }, { localeChosen }] = await Promise.all([
      store.open(),
      import(/* webpackChunkName: "store" */ '@store/settings/settings.slice.ts'),
    ]);
    dispatch(localeChosen(locale));
  };
  return (
    <select
      className="language small"
      aria-label={t('language.label')}
      value={i18n.language}
      onChange={(event) => void choose(event.target.value)}
    >
      {locales.map((locale) => (
        <option key={locale} value={locale} lang={locale}>
          {t(`language.${locale}`)}
        </option>
      ))}
    </select>
  );
}
