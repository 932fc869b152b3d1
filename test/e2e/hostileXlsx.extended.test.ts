/** A workbook of hostile text: each part is XML by a strict parser (the browser's), no cell is a formula, and text is read back as it was. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import readWorkbook from 'read-excel-file/node';
import { useBrowser } from '../support/browser.ts';
import { logInAs } from '../support/logInAs.ts';
import { useServer } from '../support/useServer.ts';

const site = useServer();
const browser = useBrowser();

const CELLS = [
  "=cmd|' /C calc'!A0",
  '+1+1',
  '@SUM(1)',
  ']]></t></is></c><c r="A9"><f>1+1</f><v>2</v></c>',
  '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>&e;',
  '&amp;&#0;&#x1F;&undefined;',
  '_x0041__x000D__x005F_x0041_',
  `\u0001\u0002\u0008\u000b\u000c\u001f\ufffe\uffff`,
  'a\r\nb\rc\nd\te',
  '1e308 9999999999999999999999 -0 1/2 TRUE #REF!',
  '\u202Egpj.exe\u202C \u200B\uFEFF',
  '🦊'.repeat(20_000),
  'x'.repeat(40_000),
  '   ',
];
const FILTER = '_x0041_<f>=1+1</f>]]>&e;\u2028"';

test('It is read as it was written, and nothing of it is run', async () => {
  await site.database.query(
    `INSERT INTO audit_events (event_id, at, actor, action, target, user_agent, outcome, details)
     SELECT gen_random_uuid(), timestamptz '2026-03-01Z' + n * interval '1 hour', cell, 'Story.Xlsx', cell, cell, 'success', jsonb_build_object('text', cell)
       FROM unnest($1::text[]) WITH ORDINALITY AS cells (cell, n)`,
    [CELLS],
  );
  const client = await logInAs(site, 'sysadmin');
  const folder = await mkdtemp(join(tmpdir(), 'hostile-xlsx-'));
  const download = async (query: Record<string, string>) => {
    const path = `/api/Users/AuditReport?${new URLSearchParams({ format: 'xlsx', action: 'Story.Xlsx', ...query }).toString()}`;
    const reply = await fetch(site.url + path, { headers: { cookie: await client.jar.getCookieString(site.url) } });
    expect(reply.status).toBe(200);
    const file = Buffer.from(await reply.arrayBuffer());
    await writeFile(join(folder, 'file.xlsx'), file);
    return file;
  };
  const page = await browser.newPage();
  const partsOf = async () => {
    const unzip = (...args: string[]) => execFileSync('unzip', [...args], { encoding: 'utf8', maxBuffer: 1 << 28 });
    const names = unzip('-Z1', join(folder, 'file.xlsx')).trim().split('\n');
    expect(names).toContain('xl/worksheets/sheet1.xml');
    for (const name of names) {
      const found = await page.evaluate(
        (xml) => {
          const parsed = new DOMParser().parseFromString(xml, 'application/xml');
          return {
            error: parsed.querySelector('parsererror')?.textContent ?? null,
            formulas: parsed.querySelectorAll('f').length,
            types: [...new Set([...parsed.querySelectorAll('c')].map((cell) => cell.getAttribute('t') ?? 'number'))].sort(),
            doctype: parsed.doctype?.name ?? null,
          };
        },
        // The shell's glob characters.
        unzip('-p', join(folder, 'file.xlsx'), name.replaceAll('[', '\\[')),
      );
      expect([name, found]).toEqual([name, { error: null, formulas: 0, types: found.types, doctype: null }]);
      expect(found.types.filter((type) => type !== 'inlineStr' && type !== 'number')).toEqual([]);
    }
  };

  const [events] = await readWorkbook(await download({}), { trim: false });
  await partsOf();
  const rows = events?.data.slice(1) ?? [];
  const expected = CELLS.map((text) =>
    Array.from(text.replaceAll(/[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\uFFFD'))
      .slice(0, 16_000)
      .join(''),
  ).reverse();
  expect(rows.map((row) => String(row[7] ?? ''))).toEqual(expected);

  const [, about] = await readWorkbook(await download({ target: FILTER }), { trim: false });
  await partsOf();
  const facts = new Map(about?.data.map(([name, value]) => [name, value]));
  expect(facts.get('target')).toBe(FILTER);
  await rm(folder, { recursive: true });
});
