/** CSV files of the users list: the separator can be chosen and is remembered, and no cell is run as a formula whoever writes the file. */
import { screen, waitFor } from '@testing-library/react';
import Papa from 'papaparse';
import type { Transport } from '@api/client/transport.ts';
import { BOM, csvDelimiters } from '@api/contract/csv.ts';
import { saveCsv } from '@src/csv/saveCsv.ts';
import { usualDelimiter } from '@src/csv/usualDelimiter.ts';
import { useServer } from '../../support/useServer.ts';
import { openPageAs } from '../openPageAs.tsx';

// eslint-disable-next-line react-hooks/rules-of-hooks -- a hook of the test runner, not of React
const site = useServer();

interface Saved {
  readonly name: string;
  readonly text: string;
}

/** The text begins with its byte order mark, which `readAsText` would take away. */
const textOf = (content: Blob): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => {
      resolve(new TextDecoder('utf-8', { ignoreBOM: true }).decode(new Uint8Array(reader.result as ArrayBuffer)));
    };
    reader.readAsArrayBuffer(content);
  });

const savingTo =
  (saved: Saved[]) =>
  (own: Transport): Transport => ({
    ...own,
    save: (name, content) => void textOf(content).then((text) => saved.push({ name, text })),
  });

test.each([
  ['en-US', 'Export', 'Export with another separator', ['Comma', 'Semicolon', 'Tab'], 'Comma'],
  ['de', 'Exportieren', 'Mit anderem Trennzeichen exportieren', ['Komma', 'Semikolon', 'Tabulator'], 'Semikolon'],
] as const)('in %s “%s” saves at once, “%s” offers %j, and %s stands out', async (locale, label, other, names, usual) => {
  const saved: Saved[] = [];
  const { user } = await openPageAs(site, 'subadmin', '/Users/List/admin', { locale, transport: savingTo(saved) });
  for (const [index, name] of names.entries()) {
    await user.click(await screen.findByRole('button', { name: other }));
    const choice = await screen.findByRole('button', { name });
    expect([name, choice.classList.contains('ant-btn-primary')]).toEqual([name, name === usual]);
    await user.click(choice);
    await waitFor(() => expect(saved).toHaveLength(index + 1));
    const text = saved[index]?.text ?? '';
    const delimiter = csvDelimiters[index];
    const { data, errors } = Papa.parse<string[]>(text.replace(BOM, ''), { skipEmptyLines: true, delimiter: delimiter ?? '' });
    expect([text.startsWith(BOM), errors, new Set(data.map((cells) => cells.length))]).toEqual([true, [], new Set([13])]);
  }
  const at = (index: number) => saved[index]?.text;
  await user.click(screen.getByRole('button', { name: label }));
  await waitFor(() => expect(at(3)).toBe(at(2)));
  localStorage.removeItem('users.csvDelimiter');
  await user.click(screen.getByRole('button', { name: label }));
  await waitFor(() => expect(at(4)).toBe(at(names.findIndex((name) => name === usual))));
});

test('the file has the columns that are shown, in the order in which they are shown', async () => {
  const saved: Saved[] = [];
  const { user } = await openPageAs(site, 'subadmin', '/Users/List/disabled', { transport: savingTo(saved) });
  await user.click(await screen.findByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('button', { name: 'Move Email to the left' }));
  for (const name of ['MFA', 'Last login']) await user.click(screen.getByRole('checkbox', { name }));
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const { data } = Papa.parse<string[]>(saved[0]!.text.replace(BOM, ''));
  expect(data[0]).toEqual(['Email', 'Username', 'First name', 'Last name', 'Title', 'Enabled', 'Status']);
});

test.each([
  ['en-US', ','],
  ['en-GB', ','],
  ['en-IN', ','],
  ['de', ';'],
] as const)('the usual separator in %s is %s', (locale, delimiter) => {
  expect(usualDelimiter(locale)).toBe(delimiter);
});

test.each(csvDelimiters)('a file of a bulk result, separated by %j, keeps every text and runs none', async (delimiter) => {
  const saved: Saved[] = [];
  const transport = savingTo(saved)({} as Transport);
  const cells = ['=1+1', 'Meyer;=HYPERLINK("x")', 'a,@SUM(A1)', 'b\t+1', 'two\r\n-1', '＝1', null, 'O’Brien', ' x '];
  saveCsv('result.csv', { lines: [cells], delimiter })(
    () => undefined as never,
    () => undefined,
    { transport } as never,
  );
  await waitFor(() => expect(saved).toHaveLength(1));
  const text = saved[0]?.text ?? '';
  expect(Papa.parse<string[]>(text.replace(BOM, ''), { skipEmptyLines: true, delimiter }).data).toEqual([
    ["'=1+1", 'Meyer;\'=HYPERLINK("x")', "a,'@SUM(A1)", "b\t'+1", "two\r\n'-1", "'＝1", '', 'O’Brien', ' x '],
  ]);
  for (const separator of csvDelimiters)
    for (const line of text.replace(BOM, '').split(/[\r\n]+/))
      for (const cell of line.split(separator)) expect(cell).not.toMatch(/^"*[=+@＝-]/);
});
