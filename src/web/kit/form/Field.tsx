import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { fieldId, useFieldError } from "./FormContext.ts";

/** What every field takes. `name` is the path in the form's values and in the server's problems. */
export type FieldProps = {
  name: string;
  label: string;
  hint?: ReactNode;
  required?: boolean;
  /** Said in place of "optional": what leaving it empty costs or waits for, such as "needed to submit". */
  needed?: string;
  disabled?: boolean;
  /** In a grid, whose heading says it: label and error are read aloud only. */ bare?: boolean;
};

/** What a control must carry so that label, hint and error belong to it. */
export type ControlProps = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean;
  "aria-required": boolean;
};

// "Why" is said, a name is entered, "From" alone is quoted; an abbreviation keeps its capitals.
const asks = /^(why|what|who|whom|where|when|which|how)\b/i;
const alone = /(^|\s)(from|to|until|since|by|on|of|for|at|in|about)$/i;
const askFor = (label: string): string => {
  if (alone.test(label)) return `Fill in “${label}”`;
  const words = /^[A-Z]{2}/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
  return `${asks.test(label) ? "Say" : "Enter"} ${words}`;
};

/** The rule of a required field, in words a person can act on. */
export const requiredRule = (label: string, required: boolean | undefined) =>
  required
    ? {
        validate: (value: unknown) =>
          value === null ||
          value === undefined ||
          value === "" ||
          (Array.isArray(value) && value.length === 0)
            ? askFor(label)
            : true,
      }
    : {};

/** Label, hint, error and control, tied together. */
export function Field({
  name,
  label,
  hint,
  required,
  needed,
  bare,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = fieldId(name);
  const error = useFieldError(name);
  const describedBy =
    [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ") || undefined;
  return (
    <div className="field">
      <label htmlFor={id} className={bare ? "visually-hidden" : undefined}>
        {label}
        {!required && <span className="optional"> ({needed ?? "optional"})</span>}
      </label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className={bare ? "visually-hidden" : "error"} id={`${id}-error`}>
          <CircleAlert aria-hidden="true" />
          <span>
            <span className="visually-hidden">Error: </span>
            {error}
          </span>
        </p>
      )}
      {children({
        id,
        "aria-describedby": describedBy,
        "aria-invalid": Boolean(error),
        "aria-required": Boolean(required),
      })}
    </div>
  );
}
