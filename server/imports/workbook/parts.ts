/** Finds the parts of a workbook by its relationships, as ECMA-376 part 2 has them: only the types of the relationships are fixed, not the names. */
import type { Archive } from './archive.ts';
import { WorkbookRefused } from './bounds.ts';
import { readXml } from './xml.ts';

/** A sheet, with the parts of the archive that hold it. */
interface SheetParts {
  readonly sheetName: string;
  readonly sheetPart: string;
  /** The part with the texts of all sheets; empty: there is none. */
  readonly textsPart: string;
}

interface Relationship {
  readonly id: string;
  /** The last word of the type, whose URI differs between transitional and strict files. */
  readonly type: string;
  /** The part of the archive that the relationship leads to. */
  readonly part: string;
}

const folderOf = (part: string): string => part.slice(0, part.lastIndexOf('/') + 1);

async function relationshipsOf(archive: Archive, part: string): Promise<Relationship[]> {
  const found: Relationship[] = [];
  const folder = folderOf(part);
  await readXml(archive.read(`${folder}_rels/${part.slice(folder.length)}.rels`), {
    open(name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) {
      if (name !== 'Relationship' || mode === 'External' || found.length >= MAX_RELATIONSHIPS) return;
      found.push({ id, type: type.slice(type.lastIndexOf('/') + 1), part: resolved(folder, target) });
    },
  });
  return found;
}

/** A workbook has one for each sheet, and a few more. */
const MAX_RELATIONSHIPS = 10_000;

function resolved(folder: string, target: string): string {
  const names: string[] = [];
  for (const name of (target.startsWith('/') ? target : folder + target).split('/'))
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  return names.join('/');
}

/** The first sheet that is shown. @throws WorkbookRefused */
export async function firstSheet(archive: Archive): Promise<SheetParts> {
  const workbookPart = (await relationshipsOf(archive, '')).find(({ type }) => type === 'officeDocument')?.part ?? '';
  // A workbook of Excel that is not XML (.xlsb).
  if (workbookPart.endsWith('.bin')) throw new WorkbookRefused('FileSpreadsheet');
  if (!archive.has(workbookPart)) throw new WorkbookRefused('WorkbookBroken');
  const sheets: { readonly name: string; readonly id: string }[] = [];
  let root = '';
  await readXml(archive.read(workbookPart), {
    open(element, { name = '', state = 'visible', ...attributes }) {
      root ||= element;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
      if (element === 'sheet' && state === 'visible' && id !== undefined && sheets.length < MAX_RELATIONSHIPS)
        sheets.push({ name, id });
    },
  });
  // A document or a presentation.
  if (root !== 'workbook') throw new WorkbookRefused('FileUnknown');
  const relationships = await relationshipsOf(archive, workbookPart);
  const worksheetParts = new Map(relationships.filter(({ type }) => type === 'worksheet').map(({ id, part }) => [id, part]));
  const first = sheets.find(({ id }) => archive.has(worksheetParts.get(id) ?? ''));
  if (!first) throw new WorkbookRefused('WorkbookBroken');
  const textsPart = relationships.find(({ type }) => type === 'sharedStrings')?.part ?? '';
  return { sheetName: first.name.slice(0, MAX_NAME_CHARACTERS), sheetPart: worksheetParts.get(first.id) ?? '', textsPart };
}

/** Excel allows no longer name of a sheet. */
const MAX_NAME_CHARACTERS = 31;
