/** Where weaknesses are reported, by people (security.txt) and by browsers (CSP reports); and the packages in a build. */
import { readFile } from 'node:fs/promises';
import type { Sbom } from '../../../deploy/sbom.ts';
import { sbomPath } from '../../../deploy/sources.ts';
import { createClient } from '../../support/client.ts';
import { eventually } from '../../support/eventually.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer({ env: { SECURITY_CONTACT: 'mailto:security@example.com' } });
const bare = useServer();

const report = (body: unknown, type = 'application/reports+json') =>
  createClient(site).raw('/csp-reports', {
    method: 'POST',
    bare: true,
    headers: { 'Content-Type': type },
    body: JSON.stringify(body),
  });
const violation = (page: string, blockedURL: string) => ({
  type: 'csp-violation',
  body: { effectiveDirective: 'script-src-elem', documentURL: page, blockedURL },
});

test('security.txt names the contact and expires within a year; without a contact there is none', async () => {
  const answer = await createClient(site).raw('/.well-known/security.txt');
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  const fields = new Map(
    answer.text
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/) as [string, string]),
  );
  expect(fields.get('Contact')).toBe('mailto:security@example.com');
  const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(30);
  expect(days).toBeLessThan(365);
  expect((await createClient(bare).raw('/.well-known/security.txt')).status).toBe(404);
});

test('The page sends reports of violations to the server, and takes no HTML or script from a string', async () => {
  const { headers } = await createClient(site).raw('/');
  expect(headers.get('reporting-endpoints')).toBe('csp="/csp-reports"');
  const policy = headers.get('content-security-policy') ?? '';
  for (const directive of [
    'report-to csp',
    'report-uri /csp-reports',
    "require-trusted-types-for 'script'",
    'trusted-types default dompurify',
  ])
    expect(policy.split('; ')).toContain(directive);
});

test('A report is logged without the query of a page: a mailed link in it would be a credential', async () => {
  const link = 'https://gatehouse.example/ForgottenPassword?userId=7&token=secret-token';
  expect((await report([violation(link, 'https://evil.example/x.js?leak=secret-token')])).status).toBe(204);
  const legacy = {
    'csp-report': { 'violated-directive': 'img-src', 'document-uri': link, 'blocked-uri': 'data:image/png,secret-token' },
  };
  expect((await report(legacy, 'application/csp-report')).status).toBe(204);
  await eventually('both in the log', () => site.output().includes('evil.example') && site.output().includes('img-src'));
  expect(site.output()).toContain('https://gatehouse.example/ForgottenPassword');
  expect(site.output()).not.toContain('secret-token');
});

test.each([
  ['JSON of any other kind', { anything: [1, 2] }, 'application/reports+json', 204],
  ['a form', { a: 1 }, 'application/x-www-form-urlencoded', 415],
  ['more than 16 KiB', [violation('https://a.example/', 'x'.repeat(17_000))], 'application/reports+json', 413],
])('%s is no report', async (_what, body, type, status) => {
  const before = site.output();
  expect((await report(body, type)).status).toBe(status);
  expect(site.output()).toBe(before);
});

test('A flood of reports does not fill the log', async () => {
  const flood = Array.from({ length: 100 }, (_, index) =>
    violation('https://flood.example/', `https://x.example/${String(index)}`),
  );
  await report(flood);
  await report(flood);
  expect(site.output().split('flood.example').length - 1).toBeLessThanOrEqual(30);
});

test('The build’s bill of materials lists what runs in the browser and on the server, and is not served', async () => {
  const { components } = JSON.parse(await readFile(sbomPath, 'utf8')) as Sbom;
  const partsOf = (name: string) => components.find((one) => one.name === name)?.properties.map(({ value }) => value);
  for (const name of ['react', 'react-dom', 'antd', 'ag-grid-community', '@sentry/core', 'dompurify', 'redux-saga'])
    expect([name, partsOf(name)]).toEqual([name, ['browser']]);
  for (const name of ['fastify', 'pg', 'nodemailer', 'jose', 'oidc-provider'])
    expect([name, partsOf(name)]).toEqual([name, ['server']]);
  for (const name of ['webpack', 'eslint', 'puppeteer']) expect([name, partsOf(name)]).toEqual([name, undefined]);
  expect((await createClient(site).raw('/sbom.json')).status).toBe(404);
});
