import type { App } from "../app.ts";
import type { Db } from "../db/db.ts";
import type { Doubt, Told } from "./cells.ts";
import { dataRows, readAs } from "./data-rows.ts";
import type { ImportQuestion, ImportReading, ImportRun } from "./import.tables.ts";
import type { Importer, NamedCode } from "./importer.ts";
import { cellText, usedOf, type Used } from "./row-reader.ts";

const shownRows = 5;
const mostNames = 200;

type Seen = { count: number; rows: { row: number; found: string }[] };
type Look = { from: Used; doubt: Doubt; signs: Map<string, Seen> };
type Names = { from: Used; found: Map<string, Seen> };

const note = (seen: Map<string, Seen>, key: string, row: number, found: string) => {
  const before = seen.get(key);
  if (!before) return void seen.set(key, { count: 1, rows: [{ row, found: found.slice(0, 80) }] });
  before.count++;
  if (before.rows.length < shownRows) before.rows.push({ row, found: found.slice(0, 80) });
};

const spelled = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** The record that a text probably means: spelled the same, or the only one that holds it. */
const likelyCode = (text: string, known: readonly NamedCode[]): string | null => {
  const wanted = spelled(text);
  const same = known.filter(
    ({ name, code }) => spelled(name) === wanted || spelled(code) === wanted,
  );
  if (same.length > 0) return same.length === 1 ? same[0]!.code : null;
  const near = known.filter(({ name }) => {
    const whole = spelled(name);
    return wanted.length > 2 && (whole.includes(wanted) || wanted.includes(whole));
  });
  return near.length === 1 ? near[0]!.code : null;
};

const questionOf = (
  { from, doubt, signs }: Look,
  answer: string | undefined,
  isFinal: boolean,
): { told?: string; question?: ImportQuestion } => {
  const counts = Object.fromEntries([...signs].map(([sign, { count }]) => [sign, count]));
  const decided = doubt.decide(counts, answer);
  if (decided === null) return {};
  if ("told" in decided) return { told: decided.told };
  // Who was asked about this very file has the last word, also against what is likely.
  if (isFinal && decided.choices.some(({ value }) => value === answer)) return { told: answer! };
  return {
    question: {
      id: `${from.field.name}.${doubt.id}`,
      field: from.field.name,
      column: from.column,
      ask: decided.ask,
      choices: [...decided.choices],
      likely: decided.likely,
      rows: [...signs.values()]
        .flatMap(({ rows }) => rows)
        .toSorted((a, b) => a.row - b.row)
        .slice(0, shownRows),
    },
  };
};

const namesOf = async (
  db: Db,
  { from, found }: Names,
  told: Readonly<Record<string, string>>,
): Promise<ImportQuestion | null> => {
  if (found.size === 0) return null;
  const known = await from.field.named!(db);
  const codes = new Set(known.map(({ code }) => code.toLowerCase()));
  const names = new Set(from.field.takesNames ? known.map(({ name }) => name.toLowerCase()) : []);
  const strange = [...found].filter(([text]) => {
    const lower = text.toLowerCase();
    return !codes.has(lower) && !names.has(lower) && !Object.hasOwn(told, lower);
  });
  // Where nothing is like any of them the rows say so one by one.
  if (strange.length === 0 || strange.length > mostNames || known.length === 0) return null;
  if (strange.every(([text]) => likelyCode(text, known) === null)) return null;
  return {
    id: `${from.field.name}.names`,
    field: from.field.name,
    column: from.column,
    ask: "These are no codes of the agency. Say which each of them is.",
    choices: known.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
    likely: "",
    rows: [],
    names: strange.map(([text, { count }]) => ({
      found: text,
      likely: likelyCode(text, known),
      rows: count,
    })),
  };
};

/** What a file leaves open: what its columns tell by themselves, and what must be asked. */
export type Inspected = { told: NonNullable<ImportReading["told"]>; questions: ImportQuestion[] };

/**
 * Looks over whole columns before a row is read: which way its days, decimals and years are written, and
 * which names stand in place of codes. What is told by an answer of before holds.
 */
export const inspectRows = async (
  app: App,
  db: Db,
  importer: Importer,
  run: ImportRun,
  beat?: () => Promise<unknown>,
): Promise<Inspected> => {
  const used = usedOf(importer, readAs(importer, run)).map((each) => ({
    ...each,
    names: new Map(),
  }));
  const looks: Look[] = used.flatMap((from) =>
    (from.field.type?.doubts ?? []).map((doubt) => ({ from, doubt, signs: new Map() })),
  );
  const names: Names[] = used
    .filter(({ field }) => field.named)
    .map((from) => ({ from, found: new Map() }));
  if (looks.length + names.length === 0) return { told: {}, questions: [] };
  for await (const rows of dataRows(app, run, { rows: 0 }, beat))
    for (const { rowNo, cells } of rows) {
      for (const { from, doubt, signs } of looks) {
        const text = cellText(from, cells);
        const sign = text ? doubt.sign(text) : null;
        if (sign !== null) note(signs, sign, rowNo, text);
      }
      for (const { from, found } of names) {
        const text = cellText(from, cells);
        if (text && found.size <= mostNames * 5) note(found, text, rowNo, text);
      }
    }
  const told: Record<string, Told> = {};
  const questions: ImportQuestion[] = [];
  for (const look of looks) {
    const { name } = look.from.field;
    const id = `${name}.${look.doubt.id}`;
    const isFinal = run.reading.asked?.includes(id) ?? false;
    const found = questionOf(look, run.reading.answers?.[id], isFinal);
    if (found.told !== undefined) told[name] = { ...told[name], [look.doubt.id]: found.told };
    if (found.question) questions.push(found.question);
  }
  for (const each of names) {
    const question = await namesOf(db, each, run.reading.names?.[each.from.field.name] ?? {});
    if (question) questions.push(question);
  }
  return { told, questions };
};
