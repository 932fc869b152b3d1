/** Copies a text and says so. Where the browser has no clipboard for this page, there is no button: the text can be selected. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';

const SAID_MS = 2_000;

interface Props {
  readonly text: string;
  /** What is copied, for those who can't see what the button stands beside. */
  readonly of?: string;
}

export function CopyButton({ text, of }: Props) {
  const { t } = useTranslation('common');
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const end = setTimeout(() => {
      setCopied(false);
    }, SAID_MS);
    return () => {
      clearTimeout(end);
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
