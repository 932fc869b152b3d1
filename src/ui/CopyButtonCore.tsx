/**
 * Copies a text and confirms it; not antd's copyable text, which sign-in screens cannot use. Not rendered without a clipboard
 * (insecure origin): the text can be selected.
 */
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

const CONFIRMATION_MS = 2_000;

export interface CopyButtonProps {
  readonly text: string;
  /** Names the copied text for screen readers. */
  readonly of?: string;
}

/** antd's button, or the native one of sign-in screens. */
export type AnyButton = ComponentType<{ readonly onClick: () => void; readonly children: ReactNode }>;

export function CopyButtonCore({ text, of, Button }: CopyButtonProps & { readonly Button: AnyButton }) {
  const { t } = useTranslation('common');
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => {
      setCopied(false);
    }, CONFIRMATION_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [isCopied]);

  if (!('clipboard' in navigator)) return null;
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => {
        setCopied(true);
      },
      () => {
        setCopied(false);
      },
    );
  };
  return (
    <Button onClick={copy}>
      <span aria-live="polite">{t(isCopied ? 'copied' : 'copy')}</span>
      {of && <span className="hidden-but-read">{of}</span>}
    </Button>
  );
}
