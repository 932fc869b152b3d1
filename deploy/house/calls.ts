/**
 * The files that a call passes through: whatever a function's body names is followed to its declaration. Only the named member of an object is
 * followed, and a function that an object or a factory holds only where it is named; a dependency leads to the function that the rooms
 * are given. Code that runs nothing is not followed: types, and so the fields of shapes; constants; values that were made with their object.
 */
import { relative } from 'node:path';
import ts from 'typescript';
import { root } from '../sources.ts';
import { membersByName, originsOf } from './members.ts';
import {
  isCalled,
  isData,
  isDeclaredFunction,
  isHeldFunction,
  isMember,
  isNamedTable,
  isPartOfConstant,
  isSignature,
} from './nodes.ts';

const own = /^(api|store|src|server)\//;

export interface CallGraph {
  /** @param seeds `file#name` of a declaration, a member or a case; the name of an operation, as `Users.Unlock`; or a file alone */
  readonly filesFrom: (seeds: readonly string[]) => string[];
}

export function callGraph(): CallGraph {
  const config = ts.getParsedCommandLineOfConfigFile(
    `${root}/tsconfig.json`,
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: (found) => {
        throw new Error(ts.flattenDiagnosticMessageText(found.messageText, '\n'));
      },
    },
  );
  if (!config) throw new Error('tsconfig.json cannot be read');
  const pathOf = (node: ts.Node): string => relative(root, node.getSourceFile().fileName);
  const program = ts.createProgram(
    config.fileNames.filter((name) => own.test(relative(root, name)) || name.endsWith('.d.ts')),
    config.options,
  );
  const checker = program.getTypeChecker();
  const files = program.getSourceFiles().filter((file) => own.test(relative(root, file.fileName)));
  const members = membersByName(files, checker);
  const isCallable = (node: ts.Node): boolean => checker.getTypeAtLocation(node).getCallSignatures().length > 0;

  const declarationsOf = (name: ts.Node): readonly ts.Declaration[] => {
    let symbol = ts.isShorthandPropertyAssignment(name.parent)
      ? checker.getShorthandAssignmentValueSymbol(name.parent)
      : checker.getSymbolAtLocation(name);
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
    return (symbol?.declarations ?? []).filter((declaration) => own.test(pathOf(declaration)));
  };

  /** The nodes that stand for a declaration when its name is used. */
  const bodiesOf = (declaration: ts.Declaration): readonly ts.Node[] => {
    if (ts.isFunctionDeclaration(declaration) || ts.isMethodDeclaration(declaration)) return [declaration];
    if (ts.isClassDeclaration(declaration)) return [declaration];
    if (ts.isVariableDeclaration(declaration) && declaration.initializer) return [declaration.initializer];
    if (ts.isPropertyAssignment(declaration)) return [declaration.initializer];
    if (ts.isShorthandPropertyAssignment(declaration)) return declarationsOf(declaration.name).flatMap(bodiesOf);
    if (ts.isBindingElement(declaration)) return [declaration];
    return [];
  };

  /** Literals, and sums, texts and tables of them. */
  const isConstant = (node: ts.Node): boolean => {
    if (ts.isIdentifier(node)) return declarationsOf(node).length > 0 && declarationsOf(node).flatMap(bodiesOf).every(isConstant);
    if (ts.isPropertyAssignment(node)) return isConstant(node.initializer);
    if (!isPartOfConstant(node)) return false;
    return !ts.forEachChild(node, (child) => !ts.isTypeNode(child) && !isConstant(child));
  };

  /** The nodes that a use of a member leads to: not the field of a shape, whose value has another type, nor a value made with its object. */
  const memberBodies = (member: ts.Declaration, use: ts.Node): readonly ts.Node[] => {
    if (isSignature(member)) return isCalled(use) ? members.implementing(member) : [];
    if (!own.test(pathOf(member))) return [];
    if (!isMember(member)) return bodiesOf(member);
    // Its own name, in the table that is read anyway.
    if (use.parent === member) return [];
    const isRun = isCallable(member.name) ? isCallable(use) : isNamedTable(member.parent);
    const isField = !checker.isTypeAssignableTo(checker.getTypeAtLocation(use), checker.getTypeAtLocation(member.name));
    return isRun && !isField ? bodiesOf(member) : [];
  };

  const filesFrom = (seeds: readonly string[]): string[] => {
    const seen = new Set<ts.Node>();
    const found = new Set<string>();
    const follow = (body: ts.Node): void => {
      if (seen.has(body)) return;
      seen.add(body);
      if (isConstant(body)) return;
      found.add(pathOf(body));
      if (ts.isPropertyAccessExpression(body) || ts.isIdentifier(body)) read(body);
      else if (!isData(body)) ts.forEachChild(body, read);
    };
    const read = (node: ts.Node): void => {
      if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || isDeclaredFunction(node)) return;
      if (isHeldFunction(node, isCallable)) return;
      if (ts.isPropertyAccessExpression(node)) {
        const named = declarationsOf(node.name).flatMap((one) => memberBodies(one, node));
        for (const body of named) follow(body);
        if (named.length === 0 || ts.isCallExpression(node.expression)) read(node.expression);
        return;
      }
      if (ts.isIdentifier(node)) {
        for (const one of declarationsOf(node)) {
          for (const body of isMember(one) ? memberBodies(one, node) : bodiesOf(one)) follow(body);
          for (const body of originsOf(one, checker).flatMap((origin) => memberBodies(origin, node))) follow(body);
        }
      }
      ts.forEachChild(node, read);
    };
    for (const seed of seeds) {
      if (/^[^#]*\/[^#]*$/.test(seed)) found.add(seed);
      if (found.has(seed)) continue;
      const bodies = seed.includes('#') ? members.at(seed) : members.ofOperation(seed);
      if (bodies.length === 0) throw new Error(`Nothing is named ${seed}`);
      for (const body of bodies) {
        found.add(pathOf(body));
        // An entry of the contract is read where it stands: its shapes are types.
        if (!pathOf(body).startsWith('api/contract/')) follow(body);
      }
    }
    return [...found].toSorted();
  };
  return { filesFrom };
}
