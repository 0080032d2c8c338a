import { z } from "zod";
import { invalid } from "./errors.ts";
import { placeInWords } from "./place-words.ts";
import type { Day, Instant } from "./time.ts";
import { dayField, instantField } from "./time-fields.ts";
import "./plain-words.ts";

const placed = ({ path, message }: { path: string; message: string }): string =>
  path === "" ? message : `${placeInWords(path)}: ${message}`;

/**
 * A value as a schema takes it, for what did not come through an endpoint's own body (a file that
 * was read). 422 with each field's path otherwise; the first reason is the text for the person.
 */
export const validated = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> => {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const errors = error.issues.map((issue) => ({
    path: issue.path.join("."),
    message: issue.message,
  }));
  throw invalid(
    "invalid_input",
    errors[0] ? placed(errors[0]) : "Some values are not valid. Nothing was saved.",
    errors,
  );
};

/**
 * A change that names some fields, as the whole that `schema` judges: what the change leaves out is
 * taken from what stands (`stored`, under the names of `fields`). 422 as `validated`.
 */
export const wholeWith = <S extends z.ZodType>(
  schema: S,
  fields: object,
  stored: object,
  patch: object,
): z.output<S> => {
  const stands = Object.entries(stored).filter(([name]) => name in fields);
  const named = Object.entries(patch).filter(([, value]) => value !== undefined);
  return validated(schema, Object.fromEntries([...stands, ...named]));
};

type Bare<T> =
  T extends z.ZodDefault<infer I> ? Bare<I> : T extends z.ZodPrefault<infer I> ? Bare<I> : T;
type Patch<S extends z.ZodRawShape> = {
  [K in keyof S]: z.ZodOptional<Bare<S[K]> extends z.ZodType ? Bare<S[K]> : never>;
};

const bare = (field: z.ZodType): z.ZodType =>
  field instanceof z.ZodDefault || field instanceof z.ZodPrefault
    ? bare(field.unwrap() as z.ZodType)
    : field;

/**
 * The fields of a create form as a patch: each optional, and defaults taken off, since zod fills a
 * default even into an absent optional key,
 * which would reset what the patch does not name.
 */
export const patchOf = <S extends z.ZodRawShape>(fields: S): z.ZodObject<Patch<S>> =>
  z.object(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, bare(field as z.ZodType).optional()]),
    ),
  ) as unknown as z.ZodObject<Patch<S>>;

type KeptBySilence<S extends z.ZodRawShape, K extends keyof S> = z.ZodObject<
  Omit<S, K> & Patch<Pick<S, K>>
>;

/**
 * The fields of a form that replaces a record, but for those that open something (a retired kind, a
 * center that ended): a body that is silent about them leaves them as they stand. Silence is no consent.
 */
export const keptBySilence = <S extends z.ZodRawShape, K extends keyof S & string>(
  fields: S,
  opens: readonly K[],
): KeptBySilence<S, K> =>
  z.object({
    ...fields,
    ...patchOf(Object.fromEntries(opens.map((name) => [name, fields[name]])) as z.ZodRawShape)
      .shape,
  }) as unknown as KeptBySilence<S, K>;

type Plain<T> =
  T extends z.ZodDefault<infer I>
    ? Plain<I>
    : T extends z.ZodPrefault<infer I>
      ? Plain<I>
      : T extends z.ZodOptional<infer I>
        ? I extends z.ZodNullable<infer N>
          ? z.ZodNullable<Plain<N>>
          : z.ZodNullable<Plain<I>>
        : T extends z.ZodNullable<infer I>
          ? z.ZodNullable<Plain<I>>
          : T extends z.ZodPipe<infer I, z.ZodTransform>
            ? Plain<I>
            : T extends z.ZodNumber
              ? z.ZodNumber
              : T extends z.ZodBoolean
                ? z.ZodBoolean
                : T extends z.ZodEnum
                  ? T
                  : T extends z.ZodISODate | z.ZodType<Day>
                    ? typeof dayField
                    : T extends z.ZodISODateTime | z.ZodType<Instant>
                      ? typeof instantField
                      : T extends z.ZodType<string>
                        ? z.ZodString
                        : T;
type Answer<S extends z.ZodRawShape> = { [K in keyof S]: Plain<S[K]> };

const plain = (field: z.ZodType): z.ZodType => {
  if (field instanceof z.ZodDefault || field instanceof z.ZodPrefault)
    return plain(field.unwrap() as z.ZodType);
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable) {
    const inner = plain(field.unwrap() as z.ZodType);
    return inner instanceof z.ZodNullable ? inner : inner.nullable();
  }
  if (field instanceof z.ZodPipe && field.out instanceof z.ZodTransform)
    return plain(field.in as z.ZodType);
  if (field instanceof z.ZodNumber) return z.number();
  if (field instanceof z.ZodBoolean) return z.boolean();
  if (field instanceof z.ZodISODate) return dayField;
  if (field instanceof z.ZodISODateTime) return instantField;
  return field instanceof z.ZodEnum ? field : field._zod.def.type === "string" ? z.string() : field;
};

/**
 * The fields of a create form as an answer gives them: stored values with their plain types (rules
 * that became stricter do not bar old rows), absent ones null.
 */
export const answerOf = <S extends z.ZodRawShape>(fields: S): Answer<S> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, plain(field as z.ZodType)]),
  ) as Answer<S>;

/**
 * What a form that sends every field says: an optional field that it leaves out has no value, where
 * a patch would leave the stored one alone.
 */
export const wholeOf = <S extends z.ZodRawShape, I extends object>(
  fields: S,
  input: I,
): I & { [K in keyof S & keyof I]: Exclude<I[K], undefined> } => {
  const absent = Object.keys(fields).filter((name) => (input as never)[name] === undefined);
  return { ...input, ...Object.fromEntries(absent.map((name) => [name, null])) } as never;
};

/**
 * A button of a record, as `offeredActions` gives it; part of every answer that carries `actions`.
 */
export const offeredAction = z.object({
  name: z.string(),
  label: z.string(),
  enabled: z.boolean(),
  reason: z.string().nullable(),
  needsReason: z.boolean(),
  tone: z.enum(["primary", "default", "danger"]),
  ends: z.boolean().optional(),
});
