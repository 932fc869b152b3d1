/** Finds Chrome for the e2e tests: PUPPETEER_EXECUTABLE_PATH, an installed one, Puppeteer's download, or (root on Debian) apt. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import puppeteer from 'puppeteer';

const run = promisify(execFile);
const packages = createRequire(import.meta.url);

/** Debian's Chromium without UI: half the CPU time of the full browser, not counting pages. Ignores profile preferences. */
const SHELL = 'chromium-headless-shell';
const names = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'microsoft-edge-stable'];
const knownPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path from the environment; empty if unset. */
const configuredPath = (): string => process.env.PUPPETEER_EXECUTABLE_PATH ?? '';

/** Path of a browser that starts; installs one if there is none. @throws Error if none can be found */
export async function browserPath(): Promise<string> {
  if (configuredPath() !== '') return configuredPath();
  const fullPath = await fullBrowserPath();
  return (await installed([SHELL])) ?? fullPath;
}

/** Like {@link browserPath}, for a browser that reads a profile's preferences, which {@link SHELL} does not. */
export async function fullBrowserPath(): Promise<string> {
  if (configuredPath() !== '' && !configuredPath().endsWith(SHELL)) return configuredPath();
  return (await installed()) ?? (await downloaded()) ?? (await fromDistribution()) ?? throwNotFound();
}

/** Runs each with --version: an executable on the PATH may be a stub that only prints how to install it. */
async function installed(wanted: readonly string[] = names): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = [
    ...wanted.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...(wanted === names ? knownPaths : []),
  ];
  for (const path of candidates) if (existsSync(path) && (await starts(path))) return path;
  return undefined;
}

async function downloaded(): Promise<string | undefined> {
  try {
    const existing = await puppeteerPath();
    if (existing !== undefined) return existing;
    const cli = join(dirname(packages.resolve('puppeteer')), 'node/cli.js');
    await run(process.execPath, [cli, 'browsers', 'install', 'chrome'], { timeout: 300_000 });
    return await puppeteerPath();
  } catch {
    return undefined;
  }
}

async function puppeteerPath(): Promise<string | undefined> {
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

function throwNotFound(): never {
  throw new Error('The e2e tests need Chrome or Chromium: install one, or set PUPPETEER_EXECUTABLE_PATH.');
}
