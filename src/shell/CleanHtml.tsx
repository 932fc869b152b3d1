/** Sanitises HTML from the server. The sanitiser is loaded only when needed. */
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

/** Text formatting only: no images, frames, forms, styles or handlers. */
const ALLOWED_TAGS = ['b', 'strong', 'i', 'em', 'u', 'code', 'br', 'p', 'ul', 'ol', 'li', 'a', 'span'];
const ALLOWED_ATTR = ['href'];

/** A string where the browser has no Trusted Types; React passes either on as it is. */
type TrustedHtml = string | TrustedHTML;

async function cleanHtml(html: string): Promise<TrustedHtml> {
  const { default: purifier } = await import(/* webpackChunkName: "purify" */ 'dompurify');
  const allowed = { ALLOWED_TAGS, ALLOWED_ATTR, ALLOWED_URI_REGEXP: /^(?:https?:\/\/|\/(?!\/)|#)/i };
  return purifier.sanitize(html, { ...allowed, RETURN_TRUSTED_TYPE: true });
}

/** Address within the product for a plain click on a link; other clicks and links are left to the browser. */
function innerAddress({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): string | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return undefined;
  const isInner = link.origin === location.origin && link.pathname !== location.pathname;
  return isInner ? link.pathname + link.search + link.hash : undefined;
}

export function CleanHtml({ html }: { readonly html: string }) {
  const [clean, setClean] = useState<TrustedHtml>('');
  const navigate = useNavigate();
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = container.current;
    const follow = (event: MouseEvent) => {
      const address = innerAddress(event);
      if (address === undefined) return;
      event.preventDefault();
      void navigate(address);
    };
    element?.addEventListener('click', follow);
    return () => element?.removeEventListener('click', follow);
  }, [navigate]);
  useEffect(() => {
    let isCurrent = true;
    void cleanHtml(html).then((cleaned) => {
      if (isCurrent) setClean(cleaned);
    });
    return () => {
      isCurrent = false;
    };
  }, [html]);
  return <div ref={container} dangerouslySetInnerHTML={{ __html: clean as string }} />;
}
