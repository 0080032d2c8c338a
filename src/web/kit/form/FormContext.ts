import { createContext, use } from "react";
import { get, useFormContext, type FieldErrors } from "react-hook-form";
import type { FieldProblem } from "../api.ts";

/** What the server refused at the last try, by path. */
export const ProblemsContext = createContext<readonly FieldProblem[]>([]);

/** The id of a field's control; the error summary links to it. */
export const fieldId = (name: string): string => `field-${name.replace(/[^a-zA-Z0-9]+/g, "-")}`;

/** Names `lines[0].price`, `/lines/0/price` and `lines.0.price` alike. */
export const fieldPath = (path: string): string =>
  path
    .replace(/^[/.]+/, "")
    .replace(/[/[]/g, ".")
    .replace(/\]/g, "")
    .replace(/^body\./, "");

/** The message at a field, of the browser or the server. */
export const useFieldError = (name: string): string | undefined => {
  const { formState } = useFormContext();
  const problems = use(ProblemsContext);
  const own = get(formState.errors, name) as { message?: string } | undefined;
  return own?.message ?? problems.find((problem) => fieldPath(problem.path) === name)?.message;
};

/** Nested errors of the form as a flat list in the order of the form. */
export const flatErrors = (errors: FieldErrors, prefix = ""): FieldProblem[] =>
  Object.entries(errors).flatMap(([key, value]) => {
    if (!value || typeof value !== "object") return [];
    const path = prefix ? `${prefix}.${key}` : key;
    if ("message" in value && typeof value.message === "string")
      return [{ path, message: value.message }];
    return key === "ref" ? [] : flatErrors(value as FieldErrors, path);
  });
