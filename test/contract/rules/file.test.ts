import { fileSize, formatBytes } from '../../../api/contract/rules/fileSize.ts';
import { fileType } from '../../../api/contract/rules/fileType.ts';
import { messages } from './message.ts';

const allows = (allowed: readonly string[], name: string, type = '') => fileType(allowed).holds({ name, type });

describe('the type of a file', () => {
  test('may be allowed by extension, with or without its dot', () => {
    expect(allows(['.pdf'], 'report.pdf')).toBe(true);
    expect(allows(['pdf'], 'REPORT.PDF')).toBe(true);
    expect(allows(['.PDF'], 'report.pdf')).toBe(true);
    expect(allows(['.pdf'], 'report.pdf.exe')).toBe(false);
    expect(allows(['pdf'], 'reportpdf')).toBe(false);
    expect(allows(['.pdf'], 'report', 'application/pdf')).toBe(false);
  });

  test('may be allowed by mime type', () => {
    expect(allows(['text/csv'], 'data', 'text/csv')).toBe(true);
    expect(allows(['text/csv'], 'data', 'TEXT/CSV; charset=utf-8')).toBe(true);
    expect(allows(['text/csv'], 'data.csv', 'text/plain')).toBe(false);
    expect(allows(['text/csv'], 'data.csv')).toBe(false);
  });

  test.each(['audio', 'image', 'video'])('may be allowed by the wildcard %s/*', (kind) => {
    expect(allows([`${kind}/*`], 'file', `${kind}/anything`)).toBe(true);
    expect(allows([`${kind}/*`], 'file', `${kind}s/anything`)).toBe(false);
    expect(allows([`${kind}/*`], `${kind}/`, 'text/plain')).toBe(false);
  });

  test('has no other wildcards', () => {
    expect(allows(['text/*', '*/*'], 'a.txt', 'text/plain')).toBe(false);
  });

  test('is allowed by any entry of the list, and by none of an empty one', () => {
    expect(allows(['.pdf', 'image/*', 'text/plain'], 'photo.jpg', 'image/jpeg')).toBe(true);
    expect(allows([], 'photo.jpg', 'image/jpeg')).toBe(false);
  });

  test('has a message that names the allowed types', () => {
    expect(messages(fileType(['.pdf', 'image/*']))).toEqual([
      'Files must be one of the following types: .pdf, image/*',
      'Dateien müssen einem der folgenden Typen entsprechen: .pdf, image/*',
    ]);
  });
});

describe('the size of a file', () => {
  test('has an inclusive bound', () => {
    expect([1023, 1024, 1025].map((size) => fileSize(1024).holds({ size }))).toEqual([true, true, false]);
  });

  test('has a message with the bound, formatted for the locale', () => {
    expect(messages(fileSize(10 * 1024 ** 2))).toEqual([
      'File is too big. Max filesize: 10 MB.',
      'Die Datei ist zu groß. Maximale Dateigröße: 10 MB.',
    ]);
    expect(fileSize(1536, 'de').values).toEqual({ size: '1,5 KB' });
  });

  test.each([
    [0, '0 Bytes'],
    [1, '1 Byte'],
    [2, '2 Bytes'],
    [1023, '1023 Bytes'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [1234567, '1.18 MB'],
    [1024 ** 2 - 1, '1 MB'],
    [1024 ** 2, '1 MB'],
    [1024 ** 3, '1 GB'],
    [1024 ** 4, '1 TB'],
    [1024 ** 5, '1 PB'],
    [1024 ** 6, '1 EB'],
    [1024 ** 7, '1 ZB'],
    [1024 ** 8, '1 YB'],
    [1024 ** 9, '1024 YB'],
  ])('%d is %s', (bytes, words) => {
    expect(formatBytes(bytes)).toBe(words);
  });
});
