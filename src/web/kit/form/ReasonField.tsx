import { TextArea } from "./fields.tsx";

/** Asks for the reason of a step: `reason` of the form, which has to be said. */
export function ReasonField({
  label = "Why",
  rows = 3,
  maxLength = 2000,
  hint,
}: {
  label?: string;
  rows?: number;
  maxLength?: number;
  hint?: string;
}) {
  return (
    <TextArea
      name="reason"
      label={label}
      rows={rows}
      maxLength={maxLength}
      required
      {...(hint && { hint })}
    />
  );
}
