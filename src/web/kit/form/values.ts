import type { Day, Instant } from "#kernel/time.ts";

// Days and instants are text while they are typed.
type Typed<V> = V extends Day | Instant ? string : V;

/**
 * What a form holds of what a model takes: every field is there, `null` where there is nothing. A
 * field that the model gains is one that the form's blank value lacks, which TypeScript names.
 */
export type FormValues<Input> = { [K in keyof Input]-?: Typed<Exclude<Input[K], undefined>> };

type AsTyped<V> = V extends number ? string : Typed<V>;
/** The same where inputs hold all as typed: a number is its text, and no value is empty text. */
export type TypedValues<Input> = {
  [K in keyof Input]-?: AsTyped<NonNullable<Input[K]>>;
};

/**
 * A stored record as the form's values: what the blank form knows is taken from the record under
 * the same name. Where the record has nothing the blank stays, and a number is shown as text where
 * the form holds text.
 */
export const formOf = <Form extends object>(blank: Form, record: object): Form =>
  Object.fromEntries(
    Object.entries(blank).map(([name, empty]) => {
      const value = (record as Record<string, unknown>)[name] ?? empty;
      return [name, typeof empty === "string" && typeof value === "number" ? `${value}` : value];
    }),
  ) as Form;
