// The form of a noun, derived from its fields: what it begins with, what it shows of a stored record,
// what it sends. Names zod by its types alone, so that no screen waits for it.
import type { z } from "zod";
import { endOfDate, lastDayIn } from "./dates.ts";
import { plainDecimal } from "./quantity.ts";
import { isDate, type Day, type Instant } from "./time.ts";

/** How a form holds a field where that is not how the record has it; without a name: as it stands. */
type Held = {
  /** Whole cents, `null` for none. */
  cents: number | null;
  /** Decimal text, without the zeros that the database adds. */
  decimal: string;
  /** A rate in hundredths of a percent, as text of percent. */
  basisPoints: string;
  /** Yes, no, or not said. */
  yesNo: string;
  /** A list of words, as text with commas. */
  list: string;
  /** A list of phrases, as text with semicolons. */
  phrases: string;
  /** The moment at which a day ends in the agency's zone, as that day. */
  endOfDay: string;
};
declare const as: unique symbol;
type As<K extends keyof Held> = { readonly [as]: K };

const kinds = new WeakMap<object, keyof Held>();

/**
 * Says at a field, once, how its form holds it: `heldAs("cents", z.number().int())`. Put it around
 * the type and before `.meta(…)`, `.default(…)` and the like.
 */
export const heldAs = <K extends keyof Held, T extends z.ZodType>(kind: K, field: T): T & As<K> => {
  kinds.set(field, kind);
  return field as T & As<K>;
};

// The schema within defaults, absences, transforms and `"" or …`.
type Core<T> =
  T extends As<keyof Held>
    ? T
    : T extends
          | z.ZodDefault<infer I>
          | z.ZodPrefault<infer I>
          | z.ZodOptional<infer I>
          | z.ZodNullable<infer I>
      ? Core<I>
      : T extends z.ZodPipe<infer I, infer O>
        ? Core<I extends z.ZodTransform ? O : I>
        : T extends z.ZodUnion<infer U extends readonly z.core.SomeType[]>
          ? CoreOfUnion<U>
          : T;
type CoreOfUnion<U> = U extends readonly [z.ZodLiteral<"">, infer I] ? Core<I> : never;
type Typed<V> = V extends boolean ? boolean : V extends number | string ? string : V;
type InForm<T> =
  Core<T> extends infer C
    ? C extends As<infer K>
      ? Held[K]
      : C extends z.ZodArray<z.ZodObject<infer S>>
        ? FormOf<S>[]
        : Typed<NonNullable<z.output<T & z.ZodType>>>
    : never;
type Fields = Readonly<Record<string, z.ZodType>>;
/** The values of a form with these fields, by the names of the fields. */
export type FormOf<F> = { -readonly [K in keyof F]: InForm<F[K]> };

/**
 * A field as its form knows it: how it is held, what it is when nothing was said (`blank`) and what
 * is sent where it holds nothing (`none`). Plain data: the build writes it in place of the schema.
 */
type FieldShape = {
  as: keyof Held | "text" | "number" | "flag" | "kept" | "rows";
  blank: unknown;
  none: unknown;
  of?: Shapes;
};
export type Shapes = Readonly<Record<string, FieldShape>>;

type Def = {
  type: string;
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  options?: readonly z.ZodType[];
  element?: z.ZodType;
  shape?: Fields;
  defaultValue?: unknown;
};
const defOf = (field: z.ZodType): Def => field._zod.def as unknown as Def;

const kindOf = (field: z.ZodType): keyof Held | undefined => {
  const parent = (field._zod as { parent?: z.ZodType }).parent;
  return kinds.get(field) ?? (parent && kindOf(parent));
};

// The schema within defaults, absences, transforms and `"" or …`.
const within = (field: z.ZodType): z.ZodType | null => {
  const def = defOf(field);
  if (def.innerType) return def.innerType;
  if (def.type === "pipe") return defOf(def.in!).type === "transform" ? def.out! : def.in!;
  if (def.type !== "union") return null;
  const said = def.options!.filter((one) => defOf(one).type !== "literal");
  return said.length === 1 ? said[0]! : null;
};

const learned = (field: z.ZodType): { kind?: keyof Held; given: unknown; core: z.ZodType } => {
  let [core, kind, given] = [field, kindOf(field), undefined as unknown];
  for (let next: z.ZodType | null = field; next; next = within(next)) {
    core = next;
    kind ??= kindOf(next);
    if (given === undefined && /default$/.test(defOf(next).type)) given = defOf(next).defaultValue;
  }
  return { ...(kind && { kind }), given, core };
};

const byType: Readonly<Record<string, FieldShape["as"]>> = {
  string: "text",
  enum: "text",
  literal: "text",
  union: "text",
  number: "number",
  int: "number",
  boolean: "flag",
};
const takes = (field: z.ZodType, value: unknown): boolean => field.safeParse(value).success;

const shapeOf = (field: z.ZodType): FieldShape => {
  const { kind, given, core } = learned(field);
  const def = defOf(core);
  const of = def.type === "array" ? defOf(def.element!).shape : undefined;
  const how = kind ?? (of ? "rows" : (byType[def.type] ?? "kept"));
  const nothing = def.type === "array" ? [] : byType[def.type] === "text" ? "" : null;
  const said = given ?? (how === "kept" ? nothing : null);
  const none = takes(field, null) ? null : takes(field, nothing) ? nothing : (given ?? nothing);
  const shape = { as: how, blank: null, none, ...(of && how === "rows" && { of: shapesOf(of) }) };
  return { ...shape, blank: shown(shape, said) };
};

/** What forms know of these fields, as plain data. */
export const shapesOf = (fields: Fields): Shapes =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, shapeOf(field)]));

const texts = (value: unknown): string =>
  value === null || value === undefined ? "" : `${value as string | number}`;

const marks: Readonly<Record<string, string>> = { list: ",", phrases: ";" };

// A stored value as the form holds it.
const shown = ({ as: how, of = {} }: FieldShape, value: unknown, zone = "UTC"): unknown => {
  if (how === "flag") return Boolean(value);
  if (how === "yesNo") return value === true ? "yes" : value === false ? "no" : "";
  if (how === "decimal") return plainDecimal(texts(value));
  if (how === "basisPoints") return typeof value === "number" ? `${value / 100}` : "";
  if (marks[how]) return ((value ?? []) as string[]).join(`${marks[how]} `);
  if (how === "endOfDay") return value ? lastDayIn(value as Instant, zone) : "";
  if (how === "rows") return ((value ?? []) as object[]).map((row) => formOf(of, row, zone));
  return how === "cents" || how === "kept" ? (value ?? null) : texts(value);
};

const number = (text: unknown, times = 1): unknown => {
  const value = Number(text);
  return Number.isNaN(value) ? text : times === 1 ? value : Math.round(value * times);
};

// What the form holds as the API takes it.
const sent = ({ as: how, of = {}, none }: FieldShape, value: unknown, zone = "UTC"): unknown => {
  if (how === "flag") return Boolean(value);
  if (how === "rows") return ((value ?? []) as object[]).map((row) => inputOf(of, row, zone));
  if (marks[how])
    return texts(value)
      .split(marks[how])
      .map((word) => word.trim())
      .filter(Boolean);
  if (value === null || value === undefined || value === "") return none;
  if (how === "yesNo") return value === "yes";
  if (how === "basisPoints") return number(value, 100);
  if (how === "endOfDay")
    return isDate(value as string) ? new Date(endOfDate(value as Day, zone)).toISOString() : value;
  return how === "number" ? number(value) : value;
};

type Known = Fields | Shapes;
const knownOf = (fields: Known): Shapes =>
  Object.values(fields).some((field) => "_zod" in field)
    ? shapesOf(fields as Fields)
    : (fields as Shapes);
const each = (fields: Known, of: (shape: FieldShape, name: string) => unknown) =>
  Object.fromEntries(
    Object.entries(knownOf(fields)).map(([name, shape]) => [name, of(shape, name)]),
  ) as never;

/** The empty form of these fields: the default where the field has one, else nothing. */
export const blankOf = <F extends Known>(fields: F): FormOf<F> =>
  each(fields, (shape) => structuredClone(shape.blank));

/**
 * A stored record as its form holds it, read under the names of the fields. What the record does not
 * have is empty: a default would be stored by the next save. `zone` is the agency's: days of moments
 * are in it.
 */
export const formOf = <F extends Known>(fields: F, record: object, zone = "UTC"): FormOf<F> =>
  each(fields, (shape, name) => shown(shape, (record as Record<string, unknown>)[name], zone));

/**
 * What the API takes of a form: every field under its name, `null` (else the field's empty value or
 * default) where the form holds nothing. Text that is no number goes out as it is; the server says so.
 */
export const inputOf = <F extends Known>(
  fields: F,
  form: object,
  zone = "UTC",
): { [K in keyof F]: unknown } =>
  each(fields, (shape, name) => sent(shape, (form as Record<string, unknown>)[name], zone));

/**
 * The empty form with what is known already (an award that a contract comes from), under the names of
 * the fields and as a record holds them. What is not known stays as the empty form has it.
 */
const begunWith = <V extends object>(fields: Known, blank: V, known: object): V => {
  const said = Object.entries(known).filter(([, value]) => value !== null && value !== undefined);
  const shapes = knownOf(fields);
  const taken = said.filter(([name]) => name in shapes);
  return {
    ...blank,
    ...Object.fromEntries(taken.map(([name, value]) => [name, shown(shapes[name]!, value)])),
  };
};

type Empty = Record<never, never>;
type Body = Record<string, unknown>;
type More<F, M extends object> = {
  /** What an empty form mostly is, over the defaults of its fields. */
  begins?: Partial<FormOf<F>>;
  /** What a form holds besides its fields (lines, files, a name to show), and what of it is sent. */
  besides?: {
    blank: () => M;
    toForm: (record: never) => M;
    toInput: (form: FormOf<F> & M) => object;
  };
};
/** The form of a noun: where it is sent, its fields, and what follows from them. */
export type RecordForm<F = Known, M extends object = Empty> = {
  /** `/api/v1/<noun>`: made by POST, changed by PATCH below its id. */
  path: string;
  fields: F;
  blank: (known?: object) => FormOf<F> & M;
  toForm: (record: object, zone?: string) => FormOf<F> & M;
  toInput: (form: FormOf<F> & M, zone?: string) => { [K in keyof F]: unknown } & Body;
};

/**
 * Declares the form of a noun from its fields. Stands in `<noun>.form.ts`, which screens load without
 * the schemas; the round trip looks at every one of them.
 */
export const recordForm = <F extends Fields, M extends object = Empty>(
  path: `/api/v1/${string}`,
  fields: F,
  { begins, besides }: More<F, M> = {},
): RecordForm<F, M> => ({
  path,
  fields,
  blank: (known = {}) => {
    const empty = { ...blankOf(fields), ...begins, ...besides?.blank() } as FormOf<F> & M;
    return begunWith(fields, empty, known);
  },
  toForm: (record, zone) =>
    ({ ...formOf(fields, record, zone), ...besides?.toForm(record as never) }) as FormOf<F> & M,
  toInput: (form, zone) => ({ ...inputOf(fields, form, zone), ...besides?.toInput(form) }),
});
/** The values that a noun's form holds. */
export type FormValues<R> = R extends { blank: (known?: object) => infer V } ? V : never;
