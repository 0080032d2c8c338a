import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Asked } from "./form.labels.ts";
import type { Validator } from "./judge.model.ts";
import { answersSchema } from "./schema.model.ts";

// Compiled judges that are kept, by their schema: a version of a form never changes.
const most = 100;
const made = new Map<string, ValidateFunction>();

const compiled = (form: Asked): ValidateFunction => {
  const schema = answersSchema(form);
  const name = JSON.stringify(schema);
  const kept = made.get(name);
  if (kept) return kept;
  // Of its own, so that what is forgotten here is forgotten whole.
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  (addFormats as unknown as (of: Ajv2020) => void)(ajv);
  const validate = ajv.compile(schema);
  if (made.size >= most) made.delete(made.keys().next().value!);
  made.set(name, validate);
  return validate;
};

/** Judges answers on the server. */
export const validate: Validator = (form, answers) => {
  const judge = compiled(form);
  if (judge(answers)) return new Set();
  return new Set(
    (judge.errors ?? []).map(
      ({ instancePath, params }) =>
        instancePath.split("/")[1] ?? String(params["additionalProperty"] ?? ""),
    ),
  );
};
