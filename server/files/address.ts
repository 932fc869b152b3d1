/** FILES_URL: `s3://bucket/folder?endpoint=https://…&region=…&style=path`. Credentials are in the standard AWS_* variables. */
import { isProtected } from '../config/publicUrl.ts';

export interface FilesSettings {
  readonly FILES_URL?: string | undefined;
  readonly AWS_ACCESS_KEY_ID?: string | undefined;
  readonly AWS_SECRET_ACCESS_KEY?: string | undefined;
  readonly AWS_SESSION_TOKEN?: string | undefined;
  readonly AWS_REGION?: string | undefined;
}

interface FilesAddress {
  /** URL of the bucket, ending with a slash. */
  readonly bucketUrl: string;
  /** Prefix of the keys of all files; empty, or ending with a slash. */
  readonly folder: string;
  readonly region: string;
}

const OPTIONS = new Set(['endpoint', 'region', 'style']);
/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const FOLDER = /^[\w./-]*$/;
const REGION = /^[\w-]{1,40}$/;

/** `style=virtual` puts the bucket into the host name, which is what Amazon asks for and the default without an endpoint. */
export function filesAddress(filesUrl: string, defaultRegion = 'us-east-1'): FilesAddress {
  const { hostname: bucket, pathname, searchParams } = new URL(filesUrl);
  const region = searchParams.get('region') ?? defaultRegion;
  const given = searchParams.get('endpoint');
  const endpoint = new URL(given ?? `https://s3.${region}.amazonaws.com`);
  const isVirtual = (searchParams.get('style') ?? (given === null ? 'virtual' : 'path')) === 'virtual';
  const base = endpoint.pathname.replace(/\/*$/, '/');
  const folder = pathname.replace(/^\/+|\/+$/g, '');
  return {
    bucketUrl: isVirtual ? `${endpoint.protocol}//${bucket}.${endpoint.host}${base}` : `${endpoint.origin}${base}${bucket}/`,
    folder: folder === '' ? '' : `${folder}/`,
    region,
  };
}

/** @returns the faults, one line each */
export function filesFaults(settings: FilesSettings): string[] {
  const { FILES_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION } = settings;
  if (FILES_URL === undefined) return [];
  const faults: string[] = [];
  if (!isBucketUrl(new URL(FILES_URL)))
    faults.push('FILES_URL: must be s3://bucket/folder?endpoint=https://…&region=…&style=path or virtual');
  const endpoint = new URL(FILES_URL).searchParams.get('endpoint');
  if (endpoint !== null && !isEndpoint(endpoint))
    faults.push('FILES_URL: its endpoint must be an https address, without credentials, or one of this machine');
  if (AWS_REGION !== undefined && !REGION.test(AWS_REGION)) faults.push('AWS_REGION: must be the name of a region');
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY)
    faults.push('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: are needed with FILES_URL');
  return faults;
}

function isBucketUrl({ host, pathname, searchParams, username, password, hash }: URL): boolean {
  const names = [...searchParams.keys()];
  return (
    BUCKET.test(host) &&
    FOLDER.test(pathname) &&
    username + password + hash === '' &&
    names.every((name) => OPTIONS.has(name)) &&
    new Set(names).size === names.length &&
    /^(path|virtual)$/.test(searchParams.get('style') ?? 'path') &&
    REGION.test(searchParams.get('region') ?? 'none')
  );
}

function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && isProtected(text) && username + password + search + hash === '';
}
