/** Frame of the sign-in pages: brand panel from `lg` up, one card, and the language menu. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BrandMark } from '@src/ui/BrandMark.tsx';
import { BrandPanel } from '@src/ui/BrandPanel.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';

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
