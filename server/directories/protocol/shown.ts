/** Filters over what is shown: the attributes of the schema, by columns where there are any, else in the stored document. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { findAttribute, findPart, type AttributeSchema, type ResourceSchema } from './attributes.ts';
import { compareText, fault, truth, type Attribute, type Condition, type Term } from './filterSql.ts';
import type { Filter } from './filter.ts';

interface Shown {
  readonly resource: ResourceSchema;
  /** SQL of the document as it is shown, with names as the schema spells them. */
  readonly document: RawBuilder<unknown>;
  readonly columns: ReadonlyMap<string, Attribute>;
  /** Queries of one column: the elements of lists that are no part of the document. */
  readonly lists: Readonly<Record<string, RawBuilder<unknown>>>;
}

/** @throws invalidFilter for what is not shown, or can't be compared so: an empty list would mean that there is no such resource */
export const shownAttributes = ({ resource, document, columns, lists }: Shown): Attribute => {
  const inDocument = (term: Term): Condition => {
    const extension = resource.extensions.find(({ id }) => term.path.startsWith(`${id.toLowerCase()}:`));
    const plain = extension ? term.path.slice(extension.id.length + 1) : term.path;
    const [name = '', partName] = plain.split('.');
    const attribute = findAttribute(resource, extension?.id ?? null, name);
    if (!attribute || attribute.name === 'schemas' || attribute.name === 'meta') throw unknown(term);
    const holder = extension ? sql`(${document} -> ${sql.lit(extension.id)})` : document;
    if (attribute.multiValued) {
      const stored = sql`${holder} -> ${sql.lit(attribute.name)}`;
      const elements =
        lists[attribute.name] ??
        sql`SELECT jsonb_array_elements(CASE jsonb_typeof(${stored}) WHEN 'array' THEN ${stored} ELSE '[]' END)`;
      return inElements(attribute, elements, term, partName);
    }
    if (term.within) throw fault(`"${attribute.name}" is no list.`);
    if (attribute.type !== 'complex' && partName === undefined)
      return compare(attribute, sql`(${holder} ->> ${sql.lit(attribute.name)})`, term);
    if (partName === undefined && term.op === 'pr') return sql<SqlBool>`${holder} ? ${sql.lit(attribute.name)}`;
    const part = partName === undefined ? undefined : findPart(attribute, partName);
    if (!part) throw unknown(term);
    return compare(part, sql`(${holder} -> ${sql.lit(attribute.name)} ->> ${sql.lit(part.name)})`, term);
  };
  return (term) => (term.within ? undefined : columns.get(term.path)?.(term)) ?? inDocument(term);
};

const unknown = ({ path }: Term) => fault(`Resources can’t be filtered by "${path.slice(0, 100)}".`);

function inElements(
  attribute: AttributeSchema,
  elements: RawBuilder<unknown>,
  term: Term,
  partName: string | undefined,
): Condition {
  const conditions: Condition[] = [];
  if (term.within) conditions.push(ofElement(attribute, term.within));
  if (partName !== undefined || term.op !== 'pr') conditions.push(ofPart(attribute, partName ?? 'value', term));
  return sql<SqlBool>`EXISTS (SELECT FROM (${elements}) AS elements (e) WHERE ${sql.join([sql`true`, ...conditions], sql` AND `)})`;
}

function ofElement(attribute: AttributeSchema, filter: Filter): Condition {
  switch (filter.kind) {
    case 'and':
      return sql<SqlBool>`(${ofElement(attribute, filter.left)} AND ${ofElement(attribute, filter.right)})`;
    case 'or':
      return sql<SqlBool>`(${ofElement(attribute, filter.left)} OR ${ofElement(attribute, filter.right)})`;
    case 'not':
      return sql<SqlBool>`(${ofElement(attribute, filter.inner)}) IS NOT TRUE`;
    case 'term':
      if (filter.within) throw fault('A filter within a filter names parts of an element.');
      return ofPart(attribute, filter.path, filter);
  }
}

function ofPart(attribute: AttributeSchema, name: string, term: Term): Condition {
  const part = findPart(attribute, name);
  if (!part) throw unknown(term);
  return compare(part, sql`(e ->> ${sql.lit(part.name)})`, term);
}

function compare({ type, caseExact }: AttributeSchema, text: RawBuilder<unknown>, term: Term): Condition {
  if (term.op === 'pr') return sql<SqlBool>`${text} <> ''`;
  if (type === 'boolean') return orFault(truth(sql`(lower(${text}) = 'true')`), term);
  if (caseExact)
    return orFault(
      compareText(text, (sent) => sql`${sent}::text`),
      term,
    );
  return orFault(
    compareText(sql`lower(normalize(${text}, NFKC))`, (sent) => sql`lower(normalize(${sent}::text, NFKC))`),
    term,
  );
}

function orFault(attribute: Attribute, term: Term): Condition {
  const condition = attribute(term);
  if (!condition) throw unknown(term);
  return condition;
}
