/** Names from right to left inside sentences from left to right. `⟨` and `⟩` are the marks that isolate. */
import { changeOf, detailsInOneLine } from '@api/contract/audit.details.ts';
import { isolated, isolatedList } from '@api/contract/isolated.ts';
import type { Words } from '@api/contract/audit.words.ts';
import { loadPhrases } from '../../server/i18n/phrases.ts';
import { wordsOf } from '../../server/audit/words.ts';

const shown = (text: string): string => text.replaceAll('\u2068', '⟨').replaceAll('\u2069', '⟩').replaceAll('\u202e', '⤶');

test.each([
  ['Hebrew', 'שלום', '⟨שלום⟩'],
  ['Arabic with digits at its end', 'مرحبا 17', '⟨مرحبا 17⟩'],
  ['Syriac', 'ܫܠܡܐ', '⟨ܫܠܡܐ⟩'],
  ['Thaana', 'އަލީ', '⟨އަލީ⟩'],
  ['N’Ko', 'ߊߟߌ', '⟨ߊߟߌ⟩'],
  ['Adlam, beyond the first plane', '𞤀𞤣𞤤', '⟨𞤀𞤣𞤤⟩'],
  ['a Latin name with a Hebrew one', 'Noa (נועה)', '⟨Noa (נועה)⟩'],
  ['a mark that turns what follows', 'gpj.\u202eexe', '⟨gpj.⤶exe⟩'],
  ['a mark that would close ours', 'א\u2069 \u2069ב', '⟨א ב⟩'],
  ['a mark that is left open', '\u2067abc', '⟨abc⟩'],
  ['a sentence that holds an isolated name', 'Ask \u2068שלום\u2069 first', '⟨Ask ⟨שלום⟩ first⟩'],
  ['Latin', 'Ada Byron', 'Ada Byron'],
  ['Cyrillic, Chinese and an emoji', 'Анна 李 🙂', 'Анна 李 🙂'],
  ['nothing', '', ''],
])('%s', (_what, text, expected) => {
  expect(shown(isolated(text))).toBe(expected);
});

test('several names in one line keep their order', () => {
  expect(shown(isolatedList(['שלום', 'Ada', 'مرحبا'], ' · '))).toBe('⟨שלום⟩ · Ada · ⟨مرحبا⟩');
});

describe('A change in the audit and its files', () => {
  let words: Words;
  beforeAll(async () => {
    words = wordsOf(await loadPhrases(), 'en-US');
  });
  const event = (details: Record<string, unknown>) => ({
    actor: 'ingrid',
    action: 'Users.Patch',
    outcome: 'success' as const,
    details,
  });

  test('leads from the old name to the new one', () => {
    const renamed = event({ fields: { firstName: { from: 'שלום', to: 'مرحبا' }, title: { from: null, to: 'Dr.' } } });
    expect(shown(changeOf(renamed, words))).toBe('First name: ⟨שלום⟩ → ⟨مرحبا⟩ · Title: – → Dr.');
    expect(shown(detailsInOneLine(renamed, words))).toBe('First name: ⟨שלום⟩ → ⟨مرحبا⟩ · Title: – → Dr.');
  });

  test('a cell with one value alone has no marks', () => {
    expect(words.roles(['Member'])).toBe('Member');
  });
});
