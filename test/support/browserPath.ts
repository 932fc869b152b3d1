/** Finds a browser for the stories: the one named, one installed, puppeteer's own, or, as root on Debian, the distribution's. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import puppeteer from 'puppeteer';

const run = promisify(execFile);
const packages = createRequire(import.meta.url);

/** Debian's Chromium without a window: half the processor time of a whole browser, apart from its pages. Ignores preferences. */
const SHELL = 'chromium-headless-shell';
const names = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'microsoft-edge-stable'];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path named by the environment; empty where none is. */
const named = (): string => process.env.PUPPETEER_EXECUTABLE_PATH ?? '';

/** The path of a browser that starts, fetched if there is none yet. */
export async function browserPath(): Promise<string> {
  if (named() !== '') return named();
  const whole = await wholeBrowserPath();
  return (await installed([SHELL])) ?? whole;
}

/** The same of a browser that reads the preferences of a profile, as {@link SHELL} does not. */
export async function wholeBrowserPath(): Promise<string> {
  if (named() !== '' && !named().endsWith(SHELL)) return named();
  return (await installed()) ?? (await downloaded()) ?? (await fromDistribution()) ?? nothingFound();
}

/** A name on the path may be a stub that only says what to install, so each is asked for its version. */
async function installed(wanted: readonly string[] = names): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = [
    ...wanted.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...(wanted === names ? places : []),
  ];
  for (const path of candidates) if (existsSync(path) && (await starts(path))) return path;
  return undefined;
}

async function downloaded(): Promise<string | undefined> {
  try {
    const there = await ownPath();
    if (there !== undefined) return there;
    const cli = join(dirname(packages.resolve('puppeteer')), 'node/cli.js');
    await run(process.execPath, [cli, 'browsers', 'install', 'chrome'], { timeout: 300_000 });
    return await ownPath();
  } catch {
    return undefined;
  }
}

async function ownPath(): Promise<string | undefined> {
  const path = await puppeteer.executablePath();
  return existsSync(path) && (await starts(path)) ? path : undefined;
}

async function fromDistribution(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  const options = { timeout: 600_000, maxBuffer: 64 * 1024 * 1024, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  try {
    await run('apt-get', ['update', '-qq'], options);
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', SHELL], options);
  } catch {
    return undefined;
  }
  return installed();
}

async function starts(path: string): Promise<boolean> {
  try {
    await run(path, process.platform === 'win32' ? ['--headless', '--no-sandbox', '--dump-dom', 'about:blank'] : ['--version'], {
      timeout: 20_000,
    });
    return true;
  } catch {
    return false;
  }
}

function nothingFound(): never {
  throw new Error('The browser stories need Chrome or Chromium: install one, or set PUPPETEER_EXECUTABLE_PATH.');
}
