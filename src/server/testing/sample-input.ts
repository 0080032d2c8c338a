import { z } from "zod";
import { newId } from "#kernel/ids.ts";
import { agencyDay } from "./days.ts";

type Json = {
  type?: string;
  format?: string;
  pattern?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Json[];
  oneOf?: Json[];
  allOf?: Json[];
  minLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  items?: Json;
  prefixItems?: Json[];
  minItems?: number;
  properties?: Record<string, Json>;
  required?: string[];
  default?: unknown;
};

const words = [
  "A sentence of some words.",
  "1",
  "1.00",
  "07:00",
  "MN",
  "USD",
  "041",
  "A1",
  "NRTHLN000001",
];

const textOf = (schema: Json): string => {
  if (schema.format === "uuid") return newId();
  if (schema.format === "date") return agencyDay(1);
  if (schema.format === "date-time") return new Date().toISOString();
  if (schema.format === "email") return "someone@people.test";
  if (schema.format === "uri") return "https://people.test/";
  const form = schema.pattern ? new RegExp(schema.pattern, "u") : null;
  return words.find((word) => !form || form.test(word)) ?? words[0]!;
};

const sampled = (schema: Json, whole: boolean): unknown => {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return sampled(options.find(({ type }) => type !== "null") ?? {}, whole);
  if (schema.allOf) return sampled(Object.assign({}, ...schema.allOf) as Json, whole);
  if (schema.type === "object")
    return Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(([name]) => whole || schema.required?.includes(name))
        .map(([name, inner]) => [name, sampled(inner, whole)]),
    );
  if (schema.type === "array")
    return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () =>
      sampled(schema.items ?? {}, whole),
    );
  if (schema.type === "boolean") return true;
  if (schema.type === "integer" || schema.type === "number")
    return Math.max(1, schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1);
  return schema.type === "string" ? textOf(schema) : null;
};

/**
 * Something that a schema takes, with random ids: what it requires, or else all that it names. Null where
 * a rule of its own refuses both.
 */
export const sampleInput = (schema: z.ZodType): unknown => {
  let json: Json;
  try {
    json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Json;
  } catch {
    return null;
  }
  for (const whole of [false, true]) {
    const value = sampled(json, whole);
    if (schema.safeParse(value).success) return value;
  }
  return null;
};
