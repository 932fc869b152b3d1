/** CSV: what comes out is what went in, and no spreadsheet runs any of it. */
import Papa from 'papaparse';
import { BOM, csvLine, csvStream } from '../../server/http/csv.ts';

const parsed = (text: string) => Papa.parse<string[]>(text.replace(BOM, ''), { skipEmptyLines: true }).data;

describe('a line', () => {
  it('keeps whatever text it is given', () => {
    const cells = ['plain', 'a, b', 'say "no"', 'two\r\nlines', 'semi;colon', ' spaces ', '王 Łódź', '', "O'Brien"];
    expect(parsed(csvLine(cells))).toEqual([cells]);
  });

  it('ends as RFC 4180 says, and leaves numbers and nothing as they are', () => {
    expect(csvLine(['a', -5, null, 'b'])).toBe('a,-5,,b\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠x'])(
    'begins no cell with a formula: %j',
    (text) => {
      expect(parsed(csvLine(['x', text]))).toEqual([['x', `'${text}`]]);
    },
  );

  it('quotes what another separator would turn into a cell of its own', () => {
    expect(csvLine(['a;=1+1', 'b\t=1'])).toBe('"a;=1+1","b\t=1"\r\n');
  });
});

describe('a stream', () => {
  const read = async (stream: AsyncIterable<Buffer | string>) => {
    let text = '';
    for await (const chunk of stream) text += chunk.toString();
    return text;
  };

  it('begins with a byte order mark and the header, skips empty batches, and ends', async () => {
    async function* batches() {
      await Promise.resolve();
      yield [];
      yield [1, 2];
      yield [];
      yield [3];
    }
    expect(await read(csvStream(['n', 'text'], batches(), (n) => [n, `=${String(n)}`]))).toBe(
      `${BOM}n,text\r\n1,'=1\r\n2,'=2\r\n3,'=3\r\n`,
    );
  });

  it('reads no further than its receiver does, and lets go of the rows when the receiver leaves', async () => {
    let given = 0;
    let released = false;
    async function* batches() {
      try {
        for (;;) {
          await Promise.resolve();
          given += 1;
          yield ['x'.repeat(10_000)];
        }
      } finally {
        released = true;
      }
    }
    const rows = batches();
    await rows.next();
    const stream = csvStream(['text'], rows, (text) => [text]);
    await new Promise((resolve) => stream.once('readable', resolve));
    expect(given).toBeLessThan(20);
    await new Promise((resolve) => stream.once('close', resolve).destroy());
    expect(released).toBe(true);
  });

  it('breaks off where the rows do', async () => {
    async function* batches() {
      await Promise.resolve();
      yield [1];
      throw new Error('The store is gone');
    }
    await expect(read(csvStream(['n'], batches(), (n) => [n]))).rejects.toThrow('The store is gone');
  });
});
