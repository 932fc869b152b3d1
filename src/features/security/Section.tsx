/** A section of the page and its loading state. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelf } from '@src/session/useOwnAccount.ts';
import { Button } from '@src/ui/Button.tsx';
import { Skeleton } from '@src/ui/Skeleton.tsx';

/** Also the anchors, in page order. */
export const sectionNames = ['about', 'password', 'mfa', 'sessions', 'keys', 'email', 'display'] as const;

/** What may be changed while impersonating; the server refuses the rest. */
const editableWhileImpersonating = new Set<string>(['about', 'email', 'display']);

interface Props {
  readonly name: (typeof sectionNames)[number];
  readonly children: ReactNode;
}

export function Section({ name, children }: Props) {
  const { t } = useTranslation('security');
  const isBarred = Boolean(useSelf()?.impersonatedBy) && !editableWhileImpersonating.has(name);
  return (
    <section id={name} className="security-section" aria-labelledby={`${name}-heading`}>
      <header>
        <h2 id={`${name}-heading`}>{t(`${name}.heading`)}</h2>
        <p className="muted small">{t(`${name}.intro`)}</p>
      </header>
      <fieldset className="security-content" disabled={isBarred}>
        {isBarred && <p className="muted">{t('barred')}</p>}
        {children}
      </fieldset>
    </section>
  );
}

const bars = [
  { width: '60%', height: '1.5rem' },
  { width: '100%', height: '4rem' },
];

interface LoadedProps<Data extends object> {
  readonly query: { readonly data?: Data | undefined; readonly isError: boolean; readonly refetch: () => unknown };
  readonly children: (data: Data) => ReactNode;
}

/** The last data stays if a refetch fails; the global alert shows that. */
export function Loaded<Data extends object>({ query: { data, isError, refetch }, children }: LoadedProps<Data>) {
  const { t } = useTranslation('common');
  if (data !== undefined) return children(data);
  if (!isError) return <Skeleton bars={bars} label={t('loading')} />;
  return (
    <>
      <p>{t('failed.text')}</p>
      <div>
        <Button onClick={() => void refetch()}>{t('tryAgain')}</Button>
      </div>
    </>
  );
}
