import { mostPatternText } from "../logic/pattern.model.ts";
import { fileId, limits, maxNumber, mostStroke } from "./words.model.ts";
import { fieldsOf, fileRulesOf, type Asked, type Column, type FormField } from "./form.labels.ts";
import { markField } from "#kernel/mark.ts";
import { maxCents } from "#kernel/money.ts";

type Schema = Record<string, unknown>;

const bounds = ({ least, most }: Pick<FormField, "least" | "most">, widest: number): Schema => ({
  minimum: Math.max(least ?? -widest, -widest),
  maximum: Math.min(most ?? widest, widest),
});
const cellOf = (kind: "text" | "number" | "money" | "date"): Schema =>
  kind === "number"
    ? { type: "number", minimum: -maxNumber, maximum: maxNumber }
    : kind === "money"
      ? { type: "integer", minimum: -maxCents, maximum: maxCents }
      : kind === "date"
        ? { type: "string", format: "date" }
        : { type: "string", maxLength: limits.text };

const columnOf = ({ kind, options = [] }: Column): Schema =>
  kind === "choice" ? { enum: options } : cellOf(kind);

const signature: Schema = {
  type: "object",
  properties: {
    typed: { type: "string", maxLength: limits.signature, pattern: "\\S" },
    drawn: {
      type: "array",
      minItems: 1,
      maxItems: mostStroke.strokes,
      items: {
        type: "array",
        minItems: 4,
        maxItems: mostStroke.numbers,
        items: { type: "integer", minimum: 0, maximum: markField.width },
      },
    },
  },
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
};

const filesOf = (field: FormField): Schema => ({
  type: "array",
  items: { type: "string", pattern: fileId.source },
  uniqueItems: true,
  minItems: 1,
  maxItems: fileRulesOf(field).most,
});

const rowOf = ({ columns }: FormField): Schema => ({
  type: "object",
  properties: Object.fromEntries(
    columns.map((column) => [column.key, { title: column.label, ...columnOf(column) }]),
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
      // The type keeps a validator from comparing what is no text by calling what somebody sent.
      return {
        type: "array",
        items: { type: "string", enum: offered },
        uniqueItems: true,
        minItems: 1,
      };
    case "table":
      return { type: "array", items: rowOf(field), minItems: 1, maxItems: limits.rows };
    case "file":
    case "photo":
      return filesOf(field);
    case "signature":
      return signature;
    case "longText":
      return { type: "string", maxLength: limits.longText };
    case "text":
      return field.pattern === ""
        ? cellOf("text")
        : { type: "string", maxLength: mostPatternText, pattern: `^(?:${field.pattern})$` };
    default: {
      const cell = cellOf(field.kind);
      return field.kind === "date"
        ? cell
        : { ...cell, ...bounds(field, field.kind === "money" ? maxCents : maxNumber) };
    }
  }
};

/** What answers must be, where there are any: by this a validator judges them. */
export const answersSchema = (form: Asked): Schema => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  properties: Object.fromEntries(fieldsOf(form).map((field) => [field.key, answerOf(field)])),
  additionalProperties: false,
});

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
