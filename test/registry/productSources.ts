/** Literals and interface members used in the product's sources, from the TypeScript compiler; tests and bench excluded. */
import { join, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '../..');
const folders = ['api', 'store', 'src', 'server'];

export interface Option {
  /** The name, such as `Toast.closable`. */
  readonly name: string;
  readonly file: string;
}

export interface ProductSources {
  /** Texts of string literals, and templates as patterns: `problem:.+`. */
  readonly literals: ReadonlySet<string>;
  readonly templates: readonly RegExp[];
  /** Optional members of exported interfaces that no object, JSX element or assignment sets. */
  readonly optionsNeverSet: readonly Option[];
  /** Members of an exported interface that nothing reads. */
  neverRead(interfaceName: string): readonly string[];
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const patternOf = (template: ts.TemplateExpression): RegExp =>
  new RegExp(
    `^${escaped(template.head.text)}${template.templateSpans.map((span) => `[^.:]+${escaped(span.literal.text)}`).join('')}$`,
  );

export function readProductSources(): ProductSources {
  const configFile = join(root, 'tsconfig.json');
  const { config } = ts.readConfigFile(configFile, (name) => ts.sys.readFile(name)) as { config: unknown };
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const isProduct = (file: string) => folders.some((folder) => file.startsWith(`${join(root, folder)}/`));
  const program = ts.createProgram(fileNames.filter(isProduct), { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  const files = program.getSourceFiles().filter(({ fileName }) => isProduct(fileName));

  const literals = new Set<string>();
  const templates: RegExp[] = [];
  const membersSet = new Set<ts.Declaration>();
  const membersRead = new Set<ts.Declaration>();
  /** Members of object literals without a contextual type, such as spread ones. */
  const namesSet = new Set<string>();
  const declaredOptions: { readonly declaration: ts.PropertySignature | ts.MethodSignature; readonly option: Option }[] = [];
  const interfaces = new Map<string, ts.InterfaceDeclaration>();

  const markSet = (type: ts.Type | undefined, name: string) => {
    const parts = type?.isUnion() ? type.types : type ? [type] : [];
    const found = parts.flatMap((part) => checker.getPropertyOfType(checker.getNonNullableType(part), name)?.declarations ?? []);
    const members = found.filter((declaration) => ts.isPropertySignature(declaration));
    if (members.length === 0) namesSet.add(name);
    for (const declaration of members) membersSet.add(declaration);
  };
  const markRead = (node: ts.Node) => {
    for (const declaration of checker.getSymbolAtLocation(node)?.declarations ?? []) membersRead.add(declaration);
  };

  function visit(node: ts.Node): void {
    if (ts.isStringLiteralLike(node)) literals.add(node.text);
    else if (ts.isTemplateExpression(node)) templates.push(patternOf(node));
    else if (ts.isObjectLiteralExpression(node)) {
      const type = checker.getContextualType(node);
      for (const property of node.properties) {
        if (property.name && !ts.isComputedPropertyName(property.name)) markSet(type, property.name.text);
      }
    } else if (ts.isJsxAttributes(node)) {
      const type = checker.getContextualType(node);
      for (const property of node.properties) if (ts.isJsxAttribute(property)) markSet(type, property.name.getText());
    } else if (ts.isPropertyAccessExpression(node)) {
      markRead(node.name);
      const { parent } = node;
      if (ts.isBinaryExpression(parent) && parent.left === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken)
        markSet(checker.getTypeAtLocation(node.expression), node.name.text);
    } else if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      const name = node.propertyName ?? node.name;
      const property = ts.isIdentifier(name) && checker.getTypeAtLocation(node.parent).getProperty(name.text);
      for (const declaration of property ? (property.declarations ?? []) : []) membersRead.add(declaration);
    } else if (ts.isInterfaceDeclaration(node) && node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) {
      interfaces.set(node.name.text, node);
      for (const member of node.members) {
        if ((ts.isPropertySignature(member) || ts.isMethodSignature(member)) && member.questionToken) {
          const option = {
            name: `${node.name.text}.${member.name.getText()}`,
            file: node.getSourceFile().fileName.slice(root.length + 1),
          };
          declaredOptions.push({ declaration: member, option });
        }
      }
    }
    ts.forEachChild(node, visit);
  }
  for (const file of files) if (!file.isDeclarationFile) visit(file);

  return {
    literals,
    templates,
    optionsNeverSet: declaredOptions
      .filter(({ declaration }) => !membersSet.has(declaration) && !namesSet.has(declaration.name.getText()))
      .map(({ option }) => option),
    neverRead(interfaceName) {
      const declared = interfaces.get(interfaceName);
      if (!declared) throw new Error(`There is no exported interface ${interfaceName}`);
      return declared.members.filter((member) => !membersRead.has(member)).map((member) => member.name?.getText() ?? '');
    },
  };
}
