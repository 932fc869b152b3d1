/** HTML from elsewhere, cleaned of everything that could act. The cleaner comes only when there is something to clean. */
import { useEffect, useState } from 'react';

/** Text and what marks it: no images, frames, forms, styles or handlers. */
const ALLOWED_TAGS = ['b', 'strong', 'i', 'em', 'u', 'code', 'br', 'p', 'ul', 'ol', 'li', 'a', 'span'];
const ALLOWED_ATTR = ['href'];

async function cleanHtml(html: string): Promise<string> {
  const { default: purifier } = await import(/* webpackChunkName: "purify" */ 'dompurify');
  return purifier.sanitize(html, { ALLOWED_TAGS, ALLOWED_ATTR, ALLOWED_URI_REGEXP: /^(?:https?:\/\/|\/(?!\/)|#)/i });
}

export function CleanHtml({ html }: { readonly html: string }) {
  const [clean, setClean] = useState('');
  useEffect(() => {
    let current = true;
    void cleanHtml(html).then((cleaned) => {
      if (current) setClean(cleaned);
    });
    return () => {
      current = false;
    };
  }, [html]);
  return <div dangerouslySetInnerHTML={{ __html: clean }} />;
}
