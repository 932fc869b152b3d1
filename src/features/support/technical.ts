/** Browser facts for the support team. Read on demand, as the window size changes. */
import type { BodyOf } from '@api/contract/index.ts';

type Technical = Required<
  Pick<
    BodyOf<'Support.CreateTicket'>,
    'OperatingSystem' | 'Browser' | 'HasCookies' | 'Language' | 'ViewportW' | 'ViewportH' | 'ScreenW' | 'ScreenH' | 'UserAgent'
  >
>;

/** First match wins: each browser also claims to be the later ones. */
const browsers = [
  ['Edge', /\bEdg(?:A|iOS)?\/([\d.]+)/],
  ['Opera', /\bOPR\/([\d.]+)/],
  ['Samsung Internet', /\bSamsungBrowser\/([\d.]+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /\b(?:Chrome|CriOS)\/([\d.]+)/],
  ['Safari', /\bVersion\/([\d.]+).*Safari/],
] as const;

const systems = [
  ['Android', /\bAndroid ?([\d.]*)/],
  ['iOS', /\b(?:iPhone|iPad).*? OS ([\d_]+)/],
  ['Windows', /\bWindows NT ([\d.]+)/],
  ['ChromeOS', /\bCrOS \S+ ([\d.]+)/],
  ['macOS', /\bMac OS X ([\d_.]+)/],
  ['Linux', /\bLinux()/],
] as const;

function nameAndVersion(userAgent: string, patterns: readonly (readonly [string, RegExp])[]): string {
  for (const [name, pattern] of patterns) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return `${name} ${version.replaceAll('_', '.')}`.trim();
  }
  return '';
}

const browserOf = (userAgent: string): string => nameAndVersion(userAgent, browsers);
const systemOf = (userAgent: string): string => nameAndVersion(userAgent, systems);

export function readTechnical(language: string): Technical {
  const { userAgent, cookieEnabled } = navigator;
  return {
    OperatingSystem: systemOf(userAgent),
    Browser: browserOf(userAgent),
    HasCookies: String(cookieEnabled),
    Language: language,
    ViewportW: String(innerWidth),
    ViewportH: String(innerHeight),
    ScreenW: String(screen.width),
    ScreenH: String(screen.height),
    UserAgent: userAgent.slice(0, 2000),
  };
}
