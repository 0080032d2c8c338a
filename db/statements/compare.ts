import ts from "typescript";
import { camel } from "#server/db/sql.ts";
import { types } from "#server/db/wire/row-reading.ts";
import type { Column } from "./describe.ts";

const SAMPLES: Readonly<Record<string, string>> = {
  bool: "t",
  int2: "1",
  int4: "1",
  int8: "1",
  float4: "1.5",
  float8: "1.5",
  numeric: "1.5",
  date: "2026-11-25",
  timestamptz: "2026-11-25 08:00:00+00",
  timestamp: "2026-11-25 08:00:00",
  interval: "01:00:00",
  bytea: "\\x00",
};

/** What values of a column are here, as the reader of rows makes them. */
const kindOf = ({ type, oid }: Column): string => {
  if (type === "json" || type === "jsonb") return "anything";
  const element = type.startsWith("_") ? type.slice(1) : null;
  const sample = SAMPLES[element ?? type] ?? "x";
  if (element === "json" || element === "jsonb") return "anything[]";
  const value = types.getTypeParser(oid)(element ? `{"${sample.replace("\\", "\\\\")}"}` : sample);
  const plain = (one: unknown) => (typeof one === "object" ? one!.constructor.name : typeof one);
  return Array.isArray(value) ? `${plain(value[0])}[]` : plain(value);
};

const FLAGS: Readonly<Record<string, ts.TypeFlags>> = {
  string: ts.TypeFlags.StringLike,
  number: ts.TypeFlags.NumberLike,
  boolean: ts.TypeFlags.BooleanLike,
};

const isOf = (checker: ts.TypeChecker, asserted: ts.Type, kind: string): boolean => {
  const type = checker.getNonNullableType(asserted);
  if (kind === "anything" || type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return true;
  if (type.flags & ts.TypeFlags.Never) return true;
  if (type.isUnion()) return type.types.every((each) => isOf(checker, each, kind));
  if (kind.endsWith("[]")) {
    const element = checker.isArrayType(type)
      ? checker.getTypeArguments(type as ts.TypeReference)[0]
      : undefined;
    return element !== undefined && isOf(checker, element, kind.slice(0, -2));
  }
  const flags = FLAGS[kind];
  if (flags === undefined) return (type.symbol?.name ?? "") === kind;
  if (type.isIntersection()) return type.types.some((each) => (each.flags & flags) !== 0);
  return (type.flags & flags) !== 0;
};

/** `Day` for an instant's column, or `Instant` for a day's. */
const isOtherTime = (checker: ts.TypeChecker, asserted: ts.Type, { type }: Column): boolean => {
  const name = checker.getNonNullableType(asserted).aliasSymbol?.name;
  return (name === "Day" && type === "timestamptz") || (name === "Instant" && type === "date");
};

/** What is wrong with the type that a statement's rows are said to have, in words. */
export const wrongOf = (
  checker: ts.TypeChecker,
  row: ts.Type,
  columns: readonly Column[],
  at: ts.Node,
): string[] => {
  const byName = new Map(columns.map((column) => [camel(column.name), column]));
  const found: string[] = [];
  for (const property of checker.getPropertiesOfType(row)) {
    const column = byName.get(property.name);
    const asserted = checker.getTypeOfSymbolAtLocation(property, at);
    if (!column) {
      if (!(property.flags & ts.SymbolFlags.Optional)) found.push(`has no column ${property.name}`);
      continue;
    }
    const kind = kindOf(column);
    if (isOf(checker, asserted, kind) && !isOtherTime(checker, asserted, column)) continue;
    found.push(
      `${property.name} is ${column.type}, read as ${kind}, and not ${checker.typeToString(asserted)}`,
    );
  }
  return found;
};
