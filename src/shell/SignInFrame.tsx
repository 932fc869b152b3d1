/** Frame of the sign-in pages: brand panel from `lg` up, one card, and the language menu. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { locales } from '@api/contract/locale.ts';
import { useLazyStore } from '@src/lazyStore.ts';
import { BrandMark } from '@src/ui/BrandMark.tsx';
import { BrandPanel } from '@src/ui/BrandPanel.tsx';

export function SignInFrame({ children }: { readonly children: ReactNode }) {
  const { t, i18n } = useTranslation(['login', 'common']);
  const product = i18n.options.interpolation?.defaultVariables?.product as string;
  return (
    <div className="sign-in">
      <BrandPanel
        product={product}
        line={t('brand.line')}
        points={[t('brand.points.access'), t('brand.points.recovery'), t('brand.points.control')]}
      />
      <div className="sign-in-side">
        <main className="sign-in-main" id="content">
          <p className="product-name">
            <BrandMark />
            {product}
          </p>
          {children}
        </main>
        <footer className="sign-in-foot">
          <LanguageChoice />
        </footer>
      </div>
    </div>
  );
}

/** Language menu for anonymous users. */
function LanguageChoice() {
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
