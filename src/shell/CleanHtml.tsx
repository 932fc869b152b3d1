/** HTML from elsewhere, cleaned of everything that could act. The cleaner comes only when there is something to clean. */
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

/** Text and what marks it: no images, frames, forms, styles or handlers. */
const ALLOWED_TAGS = ['b', 'strong', 'i', 'em', 'u', 'code', 'br', 'p', 'ul', 'ol', 'li', 'a', 'span'];
const ALLOWED_ATTR = ['href'];

async function cleanHtml(html: string): Promise<string> {
  const { default: purifier } = await import(/* webpackChunkName: "purify" */ 'dompurify');
  return purifier.sanitize(html, { ALLOWED_TAGS, ALLOWED_ATTR, ALLOWED_URI_REGEXP: /^(?:https?:\/\/|\/(?!\/)|#)/i });
}

/** The address within the product to which a plain click leads; other clicks, and other places, are the browser's. */
function innerAddress({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): string | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return undefined;
  const isInner = link.origin === location.origin && link.pathname !== location.pathname;
  return isInner ? link.pathname + link.search + link.hash : undefined;
}

export function CleanHtml({ html }: { readonly html: string }) {
  const [clean, setClean] = useState('');
  const navigate = useNavigate();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
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
    let current = true;
    void cleanHtml(html).then((cleaned) => {
      if (current) setClean(cleaned);
    });
    return () => {
      current = false;
    };
  }, [html]);
  return <div ref={box} dangerouslySetInnerHTML={{ __html: clean }} />;
}
