/** A browser at an identity provider that asks for a password: it follows redirects, and logs in where it is asked to. */
import type { CookieJar } from 'tough-cookie';

/** A page's form that the browser posts to another site. */
export interface PostedForm {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

interface AtProvider {
  readonly origin: string;
  /** Fields of the form that asks for a password. */
  readonly credentials: Readonly<Record<string, string>>;
  /** The provider's log. */
  readonly said: () => string;
}

const MAX_HOPS = 10;

/** @returns the form or the address of another site that it is sent to, or the page where it ends */
export async function logInAtProvider(
  { origin, credentials, said }: AtProvider,
  address: string,
  jar: CookieJar,
): Promise<PostedForm | string | { readonly page: string }> {
  let next: { url: string; body?: URLSearchParams } = { url: address };
  for (let hops = 0; hops < MAX_HOPS; hops += 1) {
    const { url, body } = next;
    if (!url.startsWith(origin)) return url;
    const response = await fetch(url, {
      ...(body && { method: 'POST', body }),
      redirect: 'manual',
      headers: { cookie: await jar.getCookieString(url) },
    });
    // A cookie of a host that is an address has no domain.
    for (const set of response.headers.getSetCookie()) await jar.setCookie(set.replace(/; *domain=[^;]*/i, ''), url);
    const location = response.headers.get('location');
    const page = await response.text();
    if (location !== null) next = { url: new URL(location, url).href };
    else if (page.includes('name="password"') && body === undefined) {
      const { action, fields } = formOf(page, url);
      next = { url: action, body: new URLSearchParams({ ...fields, ...credentials }) };
    } else if (page.includes('name="SAMLResponse"')) return formOf(page, url);
    else if (response.ok) return { page };
    else throw new Error(`The provider answered ${String(response.status)}: ${page.slice(0, 3000)}\n${said()}`);
  }
  throw new Error(`The provider sends in circles: ${next.url}`);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>' };
export const unescaped = (text: string): string =>
  text.replaceAll(/&(amp|quot|lt|gt|#0?39);/g, (_whole, name: string) => ENTITIES[name] ?? "'");

function formOf(html: string, at: string): PostedForm {
  const form = /<form[^>]*method="post"[^>]*>.*?<\/form>/is.exec(html)?.[0] ?? '';
  const attribute = (tag: string, name: string) => unescaped(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
  const inputs = [...form.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([tag]) => tag);
  return {
    action: new URL(attribute(form, 'action'), at).href,
    fields: Object.fromEntries(inputs.map((tag) => [attribute(tag, 'name'), attribute(tag, 'value')])),
  };
}
