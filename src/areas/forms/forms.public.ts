export {
  blankField,
  fieldsOf,
  type Asked,
  type FieldKind,
  type FormField,
} from "./form/form.labels.ts";
export { judge } from "./form/judge.model.ts";
