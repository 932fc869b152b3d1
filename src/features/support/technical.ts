/** What a browser says of itself, for the support team. Read when asked, as windows change their size. */
import type { BodyOf } from '@api/contract/index.ts';

export type Technical = Required<
  Pick<
    BodyOf<'Support.CreateTicket'>,
    'OperatingSystem' | 'Browser' | 'HasCookies' | 'Language' | 'ViewportW' | 'ViewportH' | 'ScreenW' | 'ScreenH' | 'UserAgent'
  >
>;

/** The first that fits: each browser also claims to be the ones further down. */
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

function named(userAgent: string, known: readonly (readonly [string, RegExp])[]): string {
  for (const [name, pattern] of known) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return `${name} ${version.replaceAll('_', '.')}`.trim();
  }
  return '';
}

const browserOf = (userAgent: string): string => named(userAgent, browsers);
const systemOf = (userAgent: string): string => named(userAgent, systems);

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
