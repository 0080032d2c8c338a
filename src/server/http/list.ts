import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import type { Sql } from "../db/sql.ts";

/**
 * What codes are called: the labels by which the screens show them, or the function that makes the
 * words.
 */
export type CodeNames =
  | Readonly<Record<string, string | { label: string }>>
  | ((code: string) => string);

/**
 * A column of the answer: its SQL (in which $today is the agency's day), its label in exports, and
 * whether the list may be sorted by it (needs an index to be fast). `codes`: its values are codes,
 * for which exports hold these words, each part of a list its own. `exportOnly`: it stands in exports and
 * in no page, so that a file holds what the import of the same records takes.
 */
type ListColumn = {
  sql: string;
  label?: string;
  sort?: boolean;
  money?: boolean;
  hidden?: boolean;
  exportOnly?: boolean;
  codes?: CodeNames;
};

export type ListFilter =
  /** `status=a,b`: any of the values. */
  | { kind: "set"; sql: string; type: "text" | "uuid"; values?: readonly string[] }
  /** `certification=a,b`: an array column that holds any of the values (GIN index advised). */
  | { kind: "overlap"; sql: string; type: "text" }
  /**
   * `exception=a,b`: records that have any of the values among several; a condition that names them
   * as $values.
   */
  | { kind: "among"; sql: string; type: "text" }
  /**
   * `departmentId=a,b`: the same of ids, where no index of the list's own table answers. `ids`
   * selects the records that the condition finds; as long as they are few they are looked up first
   * and found by their key. `many` selects what tells soon that they are not.
   */
  | { kind: "through"; sql: string; ids: string; many: string; type: "uuid" }
  /** `amount.min=1&amount.max=5`, both inclusive. */
  | { kind: "range"; sql: string; type: "cents" | "date" | "instant" | "number" }
  /**
   * `mine=true`: a condition that holds or does not; may name the actor as $actor, the agency's day
   * as $today, what the actor may do as $held.
   */
  | { kind: "flag"; sql: string };

export type ListDefinition<K extends string = string> = {
  /** What it lists, in the plural, for file names: "invoices". */
  name: string;
  /** What people read in its place where the name is the house's: "records that FEMA published". */
  title?: string;
  /** FROM clause; the main table's alias is `alias`. */
  from: string;
  alias: string;
  /**
   * The first table of `from` with its alias, where the others only add names: every row of it
   * stands exactly once in the whole. Counted and skipped by itself then.
   */
  base?: string;
  columns: Record<K, ListColumn>;
  filters: Record<string, ListFilter>;
  /** Expressions searched with the words of `q`. */
  search: readonly string[];
  /**
   * Where `record_words` (0290) keeps what `search` names: the kind of its rows, and the column of
   * a person whose name is searched as well. Searches of rare words read only what they find then.
   */
  words?: { kind: string; person?: string };
  /**
   * Selects ids of records by $files, files in whose text (of PDFs) every word was found: they are
   * found as well, by whoever may read files.
   */
  texts?: string;
  /**
   * The column of a record's number where rows are too many, and written too often, for an index of
   * words: a word that is somebody's whole number (`inv-2027-00388`) finds that number and is
   * compared (0302); other words are searched in every row.
   */
  number?: string;
  defaultSort: string;
  /**
   * Sums over everything filtered, in cents, while it can be counted: shown under a double rule.
   */
  totals?: Record<string, string>;
  /**
   * What rows must share to be added up: a SQL expression, and the sentence where they do not. Rows
   * of several fiscal years, or of revenue and spending, are shown beside each other, not summed.
   */
  addable?: { sql: string; sentence: string };
  /** Further condition by who asks (row scope). */
  visible?: (actor: Actor) => Sql | null;
};

export type ListQuery = {
  q?: string;
  sort?: string;
  page?: number;
  cursor?: string;
  limit?: number;
  count?: "none" | "capped";
} & Record<string, unknown>;
export type ListPage<T> = {
  items: T[];
  total: number | null;
  totalCapped: boolean;
  page: number;
  limit: number;
  nextCursor: string | null;
  totals?: Record<string, number>;
  /** Why what is shown is not added up. */
  apart?: string;
  /** The whole number that was searched, where only its rows are given (`ListDefinition.number`). */
  number?: string;
};

/** A list counts so many rows and says "more than" beyond. */
export const mostCounted = 10_000;

const comma = (check: z.ZodType<string, string>) =>
  z
    .string()
    .max(4000)
    .transform((s) => s.split(",").filter(Boolean))
    .pipe(z.array(check).max(200));
const rangeType = {
  cents: z.coerce.number().int(),
  number: z.coerce.number(),
  date: z.iso.date(),
  instant: z.iso.datetime({ offset: true }).or(z.iso.date()),
};

type Several = Extract<ListFilter, { kind: "set" | "overlap" | "among" | "through" }>;
/**
 * Whether a filter takes values with commas between them, which are a list of texts once the query
 * is read.
 */
export const takesSeveral = (filter: ListFilter | undefined): filter is Several =>
  filter !== undefined && filter.kind !== "range" && filter.kind !== "flag";

/**
 * The query schema of a list: search, sort, paging and every filter with its path in errors; and
 * what else its endpoint asks by `more`.
 */
export const listQuery = (list: ListDefinition, more: Record<string, z.ZodType> = {}) => {
  const shape: Record<string, z.ZodType> = {
    ...more,
    q: z.string().trim().max(200).optional(),
    sort: z.string().max(200).optional(),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    cursor: z.string().max(2000).optional(),
    limit: z.coerce.number().int().min(1).max(500).default(50),
    count: z.enum(["none", "capped"]).default("capped"),
  };
  for (const [name, filter] of Object.entries(list.filters)) {
    if (takesSeveral(filter))
      shape[name] = comma(filter.type === "uuid" ? z.uuid() : z.string().max(200)).optional();
    else if (filter.kind === "range")
      for (const end of ["min", "max"]) shape[`${name}.${end}`] = rangeType[filter.type].optional();
    else shape[name] = z.enum(["true", "false"]).optional();
  }
  return z.object(shape).strict() as unknown as z.ZodType<ListQuery, ListQuery>;
};

/** The answer's schema around a row schema. */
export const listPage = <T extends z.ZodType>(row: T) =>
  z.object({
    items: z.array(row),
    total: z.number().nullable(),
    totalCapped: z.boolean(),
    page: z.number(),
    limit: z.number(),
    nextCursor: z.string().nullable(),
    totals: z.record(z.string(), z.number()).optional(),
    apart: z.string().optional(),
    number: z.string().optional(),
  });
