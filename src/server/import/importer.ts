import type { z } from "zod";
import type { Actor, Permission } from "#kernel/access.ts";
import type { Db, Tx } from "../db/db.ts";
import type { CellType } from "./cells.ts";

/**
 * A problem of one row in words for the person: what the column should hold, what it holds, what to
 * do. Problems with the same `fix` are shown together.
 */
export type RowProblem = { column: string; expected: string; found: string; fix: string };

/** A record that a cell may mean: what the schema takes, and the name that people call it by. */
export type NamedCode = { code: string; name: string };

/**
 * A field that a column can be matched with. `aliases` are other headings that mean it; `type` names
 * what its cells hold (words where nothing is said) and is the only reader of them; `named` lists the
 * records that a cell must name, so that names in place of codes can be proposed; `permission` is what
 * bringing this field in needs besides the importer's.
 */
export type ImportField = {
  name: string;
  label: string;
  required?: boolean;
  permission?: Permission;
  aliases?: readonly string[];
  expected?: string;
  type?: CellType;
  named?: (db: Db) => Promise<readonly NamedCode[]>;
  /** True for an answer about one file: words for every row are not kept for the next one. */
  once?: true;
  /** True where the importer takes a name that is spelled the same, so that it needs no question. */
  takesNames?: boolean;
};

/**
 * What becomes of a row: `P` is what the plan hands on to `apply`; `warnings` are shown at the
 * check and hold nothing back.
 */
export type Verdict<P> =
  | { action: "create"; plan: P; warnings?: readonly RowProblem[] }
  | { action: "update"; plan: P; warnings?: readonly RowProblem[] }
  | { action: "skip" }
  | { action: "reject"; problem: RowProblem };
/** A row of the file that would be a new or changed record, by its line. */
export type Coming<R> = { rowNo: number; row: R; action: "create" | "update" };
/**
 * Looks at the rows of one check, batch by batch in the file's order, and says what a person should
 * look at; it holds nothing back.
 */
export type Watch<R> = (
  db: Db,
  rows: readonly Coming<R>[],
  since: string,
) => Promise<{ rowNo: number; problem: RowProblem }[]>;
export type Planned<R, P> = { row: R; action: "create" | "update"; plan: P };

/**
 * How one kind of record is brought in. `schema` checks a row's fields (empty cells are absent);
 * `keys` name the record that a row means, so that a file
 * cannot name it twice; `plan` looks at what exists (one query per batch, no writes) and gives a
 * verdict per row (`since` is when the file came: what is newer
 * may be of the file itself); `apply` writes a batch inside the
 * engine's transaction, with one audit entry per row (`auditMany`). `batch` is how many rows are
 * judged and written in one transaction (1,000 where nothing is said): what it locks is held that
 * long.
 */
export type Importer<R = any, P = any> = {
  kind: string;
  label: string;
  permission: Permission;
  /** The file is private: it names people and what they earn. */
  confidential?: true;
  /** Why a file that holds such a cell among its first rows is not taken at all; null for any other. */
  refusesCell?: (cell: string) => string | null;
  batch?: number;
  fields: readonly ImportField[];
  schema: z.ZodType<R>;
  keys: (row: R) => readonly string[];
  plan: (
    db: Db,
    rows: readonly R[],
    since: string,
    unread?: ReadonlySet<string>,
  ) => Promise<Verdict<P>[]>;
  apply: (
    tx: Tx,
    actor: Actor,
    rows: readonly Planned<R, P>[],
    importId: string,
    waiting: () => void,
  ) => Promise<void>;
  /**
   * The field that names what rows are part of, where they are taken together or not at all: `plan` is
   * told (`unread`) what rows that cannot be read say there.
   */
  whole?: string;
  /** The field, in cents, by which the file is reconciled: its sum beside every count. */
  sum?: string;
  /** What a row that comes in is part of, so that sums of the file stand apart: spending of a year. */
  groupOf?: (row: R, plan: P) => string;
  /** Integer cents of a row, where its field of `sum` may be empty and others say them. */
  centsOf?: (row: R) => number;
  /** Fields that several columns of years or months may give: what each stands for, and its cell. */
  spread?: { by: string; value: string };
  /** The field, in cents, of rows that name the same record and may be added up. */
  addUp?: string;
  /** Begins a check's watch over the whole file, where a kind has one. */
  watch?: () => Watch<R>;
};

const importers = new Map<string, Importer>();

/** Declares an importer and registers it under its kind (at the area's door, once). */
export const defineImporter = <S extends z.ZodType, P>(
  importer: Omit<Importer<z.output<S>, P>, "schema"> & { schema: S },
): Importer<z.output<S>, P> => {
  if (importers.has(importer.kind)) throw new Error(`Two importers of ${importer.kind}`);
  importers.set(importer.kind, importer as unknown as Importer);
  return importer as unknown as Importer<z.output<S>, P>;
};

/** The importer of a kind, or undefined. */
export const importerOf = (kind: string): Importer | undefined => importers.get(kind);

/** The kinds that can be imported, of every area that is mounted. */
export const importableKinds = (): string[] => [...importers.keys()].toSorted();

/** The fields that this person may bring in. */
export const fieldsFor = (actor: Actor, importer: Importer): readonly ImportField[] =>
  importer.fields.filter(
    (f) => !f.permission || actor.kind === "system" || actor.permissions.has(f.permission),
  );

const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]/g, "");

const plainly = (name: string, heading: string): boolean =>
  plain(heading) !== "" && plain(name) === plain(heading);

/** True for a heading that means this field: its name, its label or one of its other names. */
export const meansField = (f: ImportField, heading: string): boolean =>
  [f.name, f.label, ...(f.aliases ?? [])].some((name) => plainly(name, heading));

/**
 * Which column is probably which field: the agency's last choice where its column is there, else by
 * name, label or alias. Each column at most once.
 */
export const suggestMapping = (
  fields: readonly ImportField[],
  columns: readonly string[],
  last: Readonly<Record<string, string | null>>,
): Record<string, string | null> => {
  const free = new Set(columns);
  const take = (column: string | undefined) =>
    column !== undefined && free.delete(column) ? column : null;
  const kept = Object.fromEntries(
    fields.map((f) => [f.name, take(columns.find((c) => c === last[f.name]))]),
  );
  const named = (names: readonly string[]) =>
    names
      .map((name) => columns.find((c) => free.has(c) && plainly(name, c)))
      .find((column) => column !== undefined);
  // A heading that is called as a field belongs to it before another field has it by another name; of
  // a field's other names the first that the file has counts, wherever its column stands.
  for (const f of fields) kept[f.name] ??= take(named([f.name, f.label]));
  for (const f of fields) kept[f.name] ??= take(named(f.aliases ?? []));
  return kept;
};
