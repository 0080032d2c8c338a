import { mostPatternText } from "../logic/pattern.model.ts";
import { limits } from "./judge.model.ts";
import { fieldsOf, type Asked, type ColumnKind, type FormField } from "./form.labels.ts";
import { maxCents } from "#kernel/money.ts";

type Schema = Record<string, unknown>;

const bounds = ({ least, most }: Pick<FormField, "least" | "most">): Schema => ({
  ...(least === null ? {} : { minimum: least }),
  ...(most === null ? {} : { maximum: most }),
});
const cellOf = (kind: ColumnKind | "date"): Schema =>
  kind === "number"
    ? { type: "number" }
    : kind === "money"
      ? { type: "integer", minimum: -maxCents, maximum: maxCents }
      : kind === "date"
        ? { type: "string", format: "date" }
        : { type: "string", maxLength: limits.text };

const rowOf = ({ columns }: FormField): Schema => ({
  type: "object",
  properties: Object.fromEntries(
    columns.map(({ key, label, kind }) => [key, { title: label, ...cellOf(kind) }]),
  ),
  required: columns.filter((column) => column.required).map((column) => column.key),
  additionalProperties: false,
});

const answerOf = (field: FormField): Schema => {
  const offered = field.options.map((option) => option.value);
  switch (field.kind) {
    case "yesNo":
      return { type: "boolean" };
    case "choice":
      return { enum: offered };
    case "choices":
      return { type: "array", items: { enum: offered }, uniqueItems: true, minItems: 1 };
    case "table":
      return { type: "array", items: rowOf(field), minItems: 1, maxItems: limits.rows };
    case "longText":
      return { type: "string", maxLength: limits.longText };
    case "text":
      return field.pattern === ""
        ? cellOf("text")
        : { type: "string", maxLength: mostPatternText, pattern: `^(?:${field.pattern})$` };
    default: {
      const cell = cellOf(field.kind);
      return field.kind === "date" ? cell : { ...cell, ...bounds(field) };
    }
  }
};

/**
 * The answers of a form as JSON Schema 2020-12, for programs. `required` are questions that no rule
 * hides and none computes; what rules ask for besides, only the form's logic says.
 */
export const schemaOf = (form: Asked & { name: string }): Schema => {
  const fields = fieldsOf(form);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: form.name,
    type: "object",
    properties: Object.fromEntries(
      fields.map((field) => [
        field.key,
        {
          title: field.label,
          ...(field.help ? { description: field.help } : {}),
          ...answerOf(field),
        },
      ]),
    ),
    required: fields
      .filter((field) => field.required && field.show === null && field.compute === null)
      .map((field) => field.key),
    additionalProperties: false,
  };
};
