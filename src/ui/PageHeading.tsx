/** Heading of a page: sets the tab's title, and takes the focus after a navigation from another page. antd has none. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { isTyping } from './plainLetter.ts';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

export function PageHeading({ title, children }: Props) {
  const { t } = useTranslation('common');
  // `default`: key of the first entry, the document load.
  const [isNavigation] = useState(useLocation().key !== 'default');
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = t('pageTitle', { title });
  }, [t, title]);

  useEffect(() => {
    // A field that is being filled in keeps the focus.
    if (isNavigation && !isTyping(document.activeElement)) heading.current?.focus();
  }, [isNavigation]);

  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
