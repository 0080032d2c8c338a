import { Check, Eye, EyeOff, Minus } from "lucide-react";
import { useState } from "react";
import { useController, useWatch } from "react-hook-form";
import { Field, requiredRule, type FieldProps } from "#web/kit/form/Field.tsx";

/** A password that can be shown. `autoComplete` tells password managers which one it is. */
export function PasswordField({
  autoComplete,
  ...props
}: FieldProps & { autoComplete: "current-password" | "new-password" }) {
  const { validate } = requiredRule(props.label, true);
  const {
    field: { value, ...field },
  } = useController({ name: props.name, rules: validate ? { validate } : {} });
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field required {...props}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            {...field}
            className="field-control !pr-12"
            type={shown ? "text" : "password"}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            value={(value as string | undefined) ?? ""}
          />
          <button
            type="button"
            className="btn btn-quiet btn-icon absolute top-1/2 right-0.5 -translate-y-1/2"
            aria-label={shown ? "Hide the password" : "Show the password"}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon aria-hidden="true" />
          </button>
        </div>
      )}
    </Field>
  );
}

const rules: readonly [string, (password: string) => boolean][] = [
  ["8 characters or more", (p) => p.length >= 8],
  ["An uppercase and a lowercase letter", (p) => /\p{Lu}/u.test(p) && /\p{Ll}/u.test(p)],
  ["A number", (p) => /\p{Nd}/u.test(p)],
  ["A special character", (p) => /[^\p{L}\p{N}\s]/u.test(p)],
];

/** What a new password needs, ticked while it is typed. */
export function PasswordRules({ name = "password" }: { name?: string }) {
  const password = (useWatch({ name }) as string | undefined) ?? "";
  return (
    <ul className="-mt-2 grid gap-1 text-13 text-t2" aria-label="What a password needs">
      {rules.map(([text, met]) => {
        const done = met(password);
        return (
          <li key={text} className="flex items-center gap-2">
            {done ? (
              <Check className="text-success" aria-hidden="true" />
            ) : (
              <Minus className="text-t3" aria-hidden="true" />
            )}
            {text}
            <span className="visually-hidden">{done ? ": met" : ": not yet"}</span>
          </li>
        );
      })}
    </ul>
  );
}
