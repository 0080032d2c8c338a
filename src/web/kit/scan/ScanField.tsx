import { useController, useFormContext } from "react-hook-form";
import { isLabel } from "#kernel/label-tag.ts";
import { messageOf } from "../api.ts";
import { Field, requiredRule, type FieldProps } from "../form/Field.tsx";
import { ScanButton } from "./ScanButton.tsx";

/**
 * One line of text that a code may be scanned into, by hand or by camera. `read` makes what is kept of a label of
 * ours; any other code stays as it stands.
 */
export function ScanField({
  what,
  read,
  ...props
}: FieldProps & { what: string; read: (said: string) => string | Promise<string> }) {
  const { validate } = requiredRule(props.label, props.required);
  const { field } = useController({ name: props.name, rules: validate ? { validate } : {} });
  const { setError, clearErrors } = useFormContext();
  const { value, ...control } = field;
  const keep = async (said: string) => {
    try {
      field.onChange(await read(said));
      clearErrors(props.name);
    } catch (error) {
      return { said: `${messageOf(error)} Scan another one.`, wrong: true };
    }
  };
  const byHand = async (said: string) => {
    const refused = isLabel(said) && (await keep(said));
    if (refused) setError(props.name, { message: refused.said });
  };
  return (
    <Field {...props}>
      {(shown) => (
        <div className="flex gap-2">
          <input
            {...shown}
            {...control}
            className="field-control min-w-0 grow"
            autoComplete="off"
            maxLength={300}
            disabled={props.disabled}
            value={(value as string | null) ?? ""}
            // What a scanner types takes the place of what was proposed.
            onFocus={(event) => event.currentTarget.select()}
            onKeyDown={(event) => {
              const said = event.currentTarget.value;
              if (event.key !== "Enter" || !isLabel(said)) return;
              event.preventDefault();
              void byHand(said);
            }}
            onBlur={(event) => {
              field.onBlur();
              void byHand(event.currentTarget.value);
            }}
          />
          {!props.disabled && <ScanButton what={what} onCode={keep} />}
        </div>
      )}
    </Field>
  );
}
