import { z } from "zod";

type Bare<T> = T extends z.ZodDefault<infer I> ? Bare<I> : T extends z.ZodPrefault<infer I> ? Bare<I> : T;
type Patch<S extends z.ZodRawShape> = { [K in keyof S]: z.ZodOptional<Bare<S[K]> extends z.ZodType ? Bare<S[K]> : never> };

const bare = (field: z.ZodType): z.ZodType => (field instanceof z.ZodDefault || field instanceof z.ZodPrefault ? bare(field.unwrap() as z.ZodType) : field);

/**
 * The fields of a create form as a patch: each optional, and defaults taken off, since zod fills a default even into an absent optional key,
 * which would reset what the patch does not name.
 */
export const patchOf = <S extends z.ZodRawShape>(fields: S): z.ZodObject<Patch<S>> =>
  z.object(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, bare(field as z.ZodType).optional()]))) as unknown as z.ZodObject<Patch<S>>;
