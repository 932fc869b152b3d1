/** The heading of a page: names the browser tab, and takes the focus when one has come here from another page. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

export function PageHeading({ title, children }: Props) {
  const { t } = useTranslation('common');
  // `default` is the key of the page that the browser itself opened.
  const [arrived] = useState(useLocation().key !== 'default');
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = t('pageTitle', { title });
  }, [t, title]);

  useEffect(() => {
    // A field that asked for the focus keeps it.
    if (arrived && !(document.activeElement instanceof HTMLInputElement)) heading.current?.focus();
  }, [arrived]);

  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
