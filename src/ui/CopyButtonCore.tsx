/**
 * Copies a text, and says whether that worked; not antd's copyable text, which sign-in screens cannot use. Not rendered without a clipboard
 * (insecure origin): the text can be selected.
 */
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** How long the button says what became of it. */
const SHOWN_MS = { copied: 2_000, notCopied: 6_000 } as const;

export interface CopyButtonProps {
  readonly text: string;
  /** Names the copied text for screen readers. */
  readonly of?: string;
}

/** antd's button, or the native one of sign-in screens. */
export type AnyButton = ComponentType<{ readonly onClick: () => void; readonly children: ReactNode }>;

export function CopyButtonCore({ text, of, Button }: CopyButtonProps & { readonly Button: AnyButton }) {
  const { t } = useTranslation('common');
  const [outcome, setOutcome] = useState<keyof typeof SHOWN_MS>();
  useEffect(() => {
    if (outcome === undefined) return undefined;
    const timer = setTimeout(() => {
      setOutcome(undefined);
    }, SHOWN_MS[outcome]);
    return () => {
      clearTimeout(timer);
    };
  }, [outcome]);

  if (!('clipboard' in navigator)) return null;
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => {
        setOutcome('copied');
      },
      () => {
        setOutcome('notCopied');
      },
    );
  };
  return (
    <Button onClick={copy}>
      <span aria-live="polite">{t(outcome ?? 'copy')}</span>
      {of && <span className="hidden-but-read">{of}</span>}
    </Button>
  );
}
