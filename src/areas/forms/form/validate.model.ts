import { Validator as Interpreted } from "@cfworker/json-schema";
import type { Asked } from "./form.labels.ts";
import type { Validator } from "./judge.model.ts";
import { answersSchema } from "./schema.model.ts";

const made = new WeakMap<Asked, Interpreted>();

/** "#/rows/0/cost": the question of an address within the answers. */
const questionOf = (location: string): string => location.split("/")[1] ?? "";

/** Judges answers in the browser, where nothing may be compiled: the schema is interpreted. */
export const validateHere: Validator = (form, answers) => {
  const kept = made.get(form) ?? new Interpreted(answersSchema(form), "2020-12", false);
  made.set(form, kept);
  const { errors } = kept.validate(answers);
  return new Set(
    errors.map(({ instanceLocation }) => questionOf(instanceLocation)).filter((key) => key !== ""),
  );
};
