/** Copies a text and confirms it. Not rendered without a clipboard (insecure origin): the text can be selected. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';

const CONFIRMATION_MS = 2_000;

interface Props {
  readonly text: string;
  /** What is copied, for screen readers. */
  readonly of?: string;
}

export function CopyButton({ text, of }: Props) {
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
