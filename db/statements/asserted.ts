import { relative, resolve } from "node:path";
import ts from "typescript";

/** A call of `rows`, `one` or `maybe` whose rows are said to have a type. */
export type Asserted = {
  /** The file and the functions around it, which stand when lines move. */
  name: string;
  file: string;
  line: number;
  statement: ts.Expression;
  row: ts.Type;
};

const READS = new Set(["rows", "one", "maybe"]);

/** The program of all server files, with what is planted in memory: `{ path: text }`. */
export const programOf = (
  roots: readonly string[],
  planted: Readonly<Record<string, string>> = {},
): ts.Program => {
  const config = ts.getParsedCommandLineOfConfigFile("tsconfig.json", {}, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: () => {},
  } as ts.ParseConfigFileHost)!;
  const options = { ...config.options, noEmit: true, skipLibCheck: true, types: ["node"] };
  const host = ts.createCompilerHost(options, true);
  const { fileExists, readFile } = host;
  host.fileExists = (file) => file in planted || fileExists(file);
  host.readFile = (file) => planted[file] ?? readFile(file);
  return ts.createProgram({
    rootNames: [...roots, ...Object.keys(planted)],
    options,
    host,
  });
};

/** Names of the declarations around a node, from the outermost. */
const around = (node: ts.Node): string => {
  const names: string[] = [];
  for (let at: ts.Node | undefined = node; at; at = at.parent)
    if (
      (ts.isVariableDeclaration(at) ||
        ts.isFunctionDeclaration(at) ||
        ts.isMethodDeclaration(at) ||
        ts.isPropertyAssignment(at)) &&
      at.name
    )
      names.unshift(at.name.getText());
  return names.slice(0, 2).join(".") || "file";
};

/** The type that the rows of a call are said to have: of `Promise<T[]>`, `Promise<T>`, `Promise<T | null>`. */
const rowOf = (checker: ts.TypeChecker, call: ts.CallExpression, read: string): ts.Type | null => {
  if (call.typeArguments?.length === 1) return checker.getTypeFromTypeNode(call.typeArguments[0]!);
  const promised = checker.getTypeAtLocation(call);
  const [answer] = checker.getTypeArguments(promised as ts.TypeReference);
  const row =
    answer && read === "rows"
      ? checker.getTypeArguments(answer as ts.TypeReference)[0]
      : answer && checker.getNonNullableType(answer);
  return row && row.flags & ts.TypeFlags.Object ? row : null;
};

/** A type that says nothing of a row's names: `Row`, `unknown`, `any`. */
const saysNothing = (type: ts.Type): boolean =>
  (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0 ||
  ((type.flags & ts.TypeFlags.TypeParameter) === 0 &&
    type.getProperties().length === 0 &&
    type.getStringIndexType() !== undefined);

/** Every asserted statement of a file. */
export const assertedOf = (checker: ts.TypeChecker, source: ts.SourceFile): Asserted[] => {
  const found: Asserted[] = [];
  const visit = (node: ts.Node) => {
    ts.forEachChild(node, visit);
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    const read = node.expression.name.text;
    const [statement] = node.arguments;
    if (!READS.has(read) || node.arguments.length !== 1 || !statement) return;
    if (!isStatement(checker, checker.getTypeAtLocation(statement))) return;
    const row = rowOf(checker, node, read);
    if (!row || saysNothing(row)) return;
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    const file = relative(process.cwd(), resolve(source.fileName));
    found.push({ name: `${file} ${around(node)}`, file, line: line + 1, statement, row });
  };
  visit(source);
  return found;
};

/** Whether a value is a piece of SQL: a value of type `Sql` of `src/server/db/sql.ts`. */
export const isStatement = (checker: ts.TypeChecker, type: ts.Type): boolean => {
  const parts = type.isUnion() ? type.types : [type];
  return parts.some(
    (part) =>
      (part.aliasSymbol ?? part.symbol)?.name === "Sql" ||
      (part.getProperty("text") !== undefined &&
        part.getProperty("values") !== undefined &&
        part.getProperty("copied") !== undefined),
  );
};
