/** A fact of the status, with the way to the part that changes or explains it. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '@src/ui/Link.tsx';
import type { Fact } from '@src/ui/Facts.tsx';
import { VisuallyHidden } from '@src/ui/VisuallyHidden.tsx';
import { type Part, usePartAddress } from './parts.ts';

/** @returns makes a row. `more`: the link's text; default: "Change…" with the label for screen readers */
export function useStatusRow(): (label: string, children: ReactNode, part: Part, more?: string) => Fact {
  const { t } = useTranslation('connections');
  const addressOf = usePartAddress();
  return (label, children, part, more) => ({
    label,
    children: (
      <div className="row spread connections-row">
        <div className="grow">{children}</div>
        <Link className="link small" to={addressOf(part)}>
          {more ?? (
            <>
              {t('change')}
              <VisuallyHidden> ({label})</VisuallyHidden>
            </>
          )}
        </Link>
      </div>
    ),
  });
}
