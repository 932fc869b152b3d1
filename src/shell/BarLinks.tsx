/** Links of the bar, as many as fit beside each other; a button opens the others. */
import DownOutlined from '@ant-design/icons/DownOutlined';
import { useLayoutEffect, useRef, useState } from 'react';
import { lazyPart } from '@src/ui/lazyPart.tsx';
import { useTranslation } from 'react-i18next';
import { beforePaint } from '@src/ui/beforePaint.ts';
import { Link } from '@src/ui/Link.tsx';
import { BarMenu } from './BarMenu.tsx';
import { type BarLink, fitting } from './fittingLinks.ts';

const BarLinksBox = lazyPart(() => import(/* webpackChunkName: "accountMenu" */ './BarLinksBox.tsx'));

export function BarLinks({ links }: { readonly links: readonly BarLink[] }) {
  const { t } = useTranslation('common');
  const nav = useRef<HTMLElement>(null);
  /** Undefined: all of them. */
  const [shown, setShown] = useState<ReadonlySet<string>>();
  useLayoutEffect(() => {
    const bar = nav.current;
    if (!bar) return;
    const measure = () => {
      const widths = [...bar.children].map((child) => (child as HTMLElement).offsetWidth);
      const fit = fitting(links, widths, bar.clientWidth);
      setShown(fit.size === links.length ? undefined : fit);
    };
    const cancel = beforePaint(measure);
    const observer = new ResizeObserver(measure);
    for (const each of [bar, ...bar.children]) observer.observe(each);
    return () => {
      cancel();
      observer.disconnect();
    };
  }, [links]);
  const others = links.filter(({ key }) => shown && !shown.has(key));
  return (
    <nav ref={nav} className="tabs grow" aria-label={t('bar.navigation')}>
      {links.map(({ key, to, label, current }) => (
        <Link
          key={key}
          className={shown && !shown.has(key) ? 'tab row row-tight unplaced' : 'tab row row-tight'}
          to={to}
          aria-current={current}
        >
          {label}
        </Link>
      ))}
      <BarMenu
        className={others.length === 0 ? 'tab unplaced' : 'tab'}
        box={(opener, close) => <BarLinksBox links={others} opener={opener} onClose={close} />}
      >
        {t('bar.more')}
        <DownOutlined className="small" aria-hidden />
      </BarMenu>
    </nav>
  );
}
