/** Section of a page: a heading with explanation beside its content, which names it: antd's Card has no heading. */
import { Button } from 'antd';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from './Skeleton.tsx';

interface Props {
  /** The id is also the anchor. */
  readonly id?: string;
  readonly heading: string;
  readonly intro?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ id, heading, intro, children }: Props) {
  const headingId = useId();
  return (
    <section id={id} className="form-page-section" aria-labelledby={headingId}>
      <header className="form-page-head">
        <h2 id={headingId}>{heading}</h2>
        {intro && <p className="muted small">{intro}</p>}
      </header>
      <div className="form-page-content">{children}</div>
    </section>
  );
}

const bars = [
  { width: '60%', height: '1.5rem' },
  { width: '100%', height: '4rem' },
];

interface LoadedProps<Data extends object> {
  readonly query: { readonly currentData?: Data | undefined; readonly isError: boolean; readonly refetch: () => unknown };
  readonly children: (data: Data) => ReactNode;
}

/** Keeps the last data if a refetch fails; the alert bar reports that. */
export function Loaded<Data extends object>({ query: { currentData, isError, refetch }, children }: LoadedProps<Data>) {
  const { t } = useTranslation('common');
  if (currentData !== undefined) return children(currentData);
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
