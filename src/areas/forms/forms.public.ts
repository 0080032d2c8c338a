export {
  blankField,
  fieldsOf,
  type Asked,
  type FieldKind,
  type FormField,
} from "./form/form.labels.ts";
export { judge, type Verdict } from "./form/judge.model.ts";
export { answersSchema } from "./form/schema.model.ts";
