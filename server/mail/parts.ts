/** The parts of a mail as plain text and as HTML. Stored text is escaped in HTML, never interpreted. */
import type { Locale } from '../../api/contract/locale.ts';

export type Part =
  | { kind: 'paragraph'; text: string }
  | { kind: 'quote'; text: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'labelledValues'; rows: readonly (readonly [label: string, value: string])[] }
  | { kind: 'link'; label: string; address: string };

/** Forms send CR LF. A CR alone, or a line separator of Unicode, is a line break to some mail programs and none to others. */
export const unixLines = (text: string): string => text.replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n');

/** @param labelledLine writes a label and its value as one line */
export function asText(part: Part, labelledLine: (label: string, value: string) => string): string {
  switch (part.kind) {
    case 'paragraph':
      return unixLines(part.text);
    case 'quote':
      return unixLines(part.text).replaceAll(/^/gm, '> ');
    case 'list':
      return part.items.map((item) => `  ${item}`).join('\n');
    case 'labelledValues':
      // Text is indented: further lines of a text would read as fields, or as the product's own words.
      return part.rows.map(([label, value]) => labelledLine(label, unixLines(value).replaceAll('\n', '\n  '))).join('\n');
    case 'link':
      return `${part.label}:\n${part.address}`;
  }
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] as string);
const htmlLines = (text: string): string => escape(unixLines(text)).replaceAll('\n', '<br>');

/** Styles are inline, because mail clients support no style sheets. The green is the product's primary colour. */
const GREEN = '#17703f';
const MUTED = 'color:#526059';
const BUTTON = `background:${GREEN};color:#ffffff;display:inline-block;padding:12px 24px;text-decoration:none;font-weight:600`;

export function asHtml(part: Part): string {
  switch (part.kind) {
    case 'paragraph':
      return `<p>${htmlLines(part.text)}</p>`;
    case 'quote':
      return `<blockquote style="border-left:4px solid ${GREEN};margin:16px 0;padding:4px 16px">${htmlLines(part.text)}</blockquote>`;
    case 'list':
      return `<ul>${part.items.map((item) => `<li><strong>${escape(item)}</strong></li>`).join('')}</ul>`;
    case 'labelledValues':
      return `<table role="presentation" cellpadding="0" cellspacing="0">${part.rows.map(row).join('')}</table>`;
    case 'link':
      return `<p style="margin:24px 0"><a href="${escape(part.address)}" style="${BUTTON}">${escape(part.label)}</a></p>`;
  }
}

const row = ([label, value]: readonly [string, string]): string =>
  `<tr><td style="${MUTED};padding:4px 16px 4px 0;vertical-align:top">${escape(label)}</td><td style="padding:4px 0">${htmlLines(value)}</td></tr>`;

export const footer = (text: string): string =>
  `<p style="border-top:1px solid #d5dcd8;${MUTED};font-size:13px;margin-top:32px;padding-top:16px">${htmlLines(text)}</p>`;

export const page = (subject: string, locale: Locale, body: string): string => `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(subject)}</title></head>
<body style="background:#ffffff;color:#17211c;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;margin:0;padding:24px">
<div style="max-width:560px;overflow-wrap:anywhere">
${body}
</div>
</body>
</html>
`;
