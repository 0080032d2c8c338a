import type { ReactNode } from "react";
import { useController } from "react-hook-form";
import { instantIn, wallClock } from "#kernel/dates.ts";
import { isDate, type Instant } from "#kernel/time.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Field, requiredRule, type FieldProps } from "./Field.tsx";
import { DecimalInput, isDecimal, MoneyInput } from "./inputs.tsx";

export type Choice = { value: string; label: string; hint?: string };
type Rules = Record<string, (value: unknown) => string | true>;

const useField = (props: FieldProps, more: Rules = {}) => {
  const { validate } = requiredRule(props.label, props.required);
  const { field } = useController({
    name: props.name,
    rules: { validate: { ...(validate ? { required: validate } : {}), ...more } },
  });
  return field;
};

/** One line of text. */
export function TextField({
  type = "text",
  autoComplete,
  maxLength,
  list,
  ...props
}: FieldProps & {
  type?: "text" | "email" | "tel" | "url" | "password" | "search";
  autoComplete?: string;
  maxLength?: number;
  /** The id of a `datalist` whose entries the browser proposes. */
  list?: string;
}) {
  const { value, ...field } = useField(props);
  return (
    <Field {...props}>
      {(control) => (
        <input
          {...control}
          {...field}
          className="field-control"
          type={type}
          maxLength={maxLength}
          list={list}
          autoComplete={autoComplete ?? "off"}
          disabled={props.disabled}
          value={(value as string | null) ?? ""}
        />
      )}
    </Field>
  );
}

/** Several lines of text. */
export function TextArea({
  rows = 4,
  maxLength,
  ...props
}: FieldProps & { rows?: number; maxLength?: number }) {
  const { value, ...field } = useField(props);
  return (
    <Field {...props}>
      {(control) => (
        <textarea
          {...control}
          {...field}
          className="field-control"
          rows={rows}
          maxLength={maxLength}
          disabled={props.disabled}
          value={(value as string | null) ?? ""}
        />
      )}
    </Field>
  );
}

const money: Rules = {
  money: (value) =>
    typeof value === "number" && Number.isNaN(value)
      ? "Enter an amount in dollars and cents, such as 1,234.56"
      : true,
};

/** An amount; the value is integer cents or null. */
export function MoneyField(props: FieldProps) {
  const { value, onChange, onBlur, ref } = useField(props, money);
  return (
    <Field {...props}>
      {(control) => (
        <div className="affix">
          <span className="before" aria-hidden="true">
            $
          </span>
          <MoneyInput
            {...control}
            ref={ref}
            disabled={props.disabled}
            onBlur={onBlur}
            value={(value as number | null) ?? null}
            onChange={onChange}
          />
        </div>
      )}
    </Field>
  );
}

/**
 * A quantity or, with `least` places shown, a unit price; the value is a decimal string with up to
 * 4 places. `unit` stands behind it.
 */
export function QuantityField({
  unit,
  decimals = 4,
  least = 0,
  ...props
}: FieldProps & { unit?: string; decimals?: number; least?: number }) {
  const { value, onChange, onBlur, ref } = useField(props, {
    decimal: (text) =>
      !text || isDecimal(String(text), decimals)
        ? true
        : `Enter a number with up to ${decimals} decimals`,
  });
  return (
    <Field {...props}>
      {(control) => (
        <div className="affix">
          <DecimalInput
            {...control}
            ref={ref}
            least={least}
            disabled={props.disabled}
            onBlur={onBlur}
            value={(value as string | null) ?? ""}
            onChange={onChange}
          />
          {unit && <span className="after">{unit}</span>}
        </div>
      )}
    </Field>
  );
}

const percent: Rules = {
  percent: (value) =>
    !value || (isDecimal(String(value), 4) && Number(value) >= 0 && Number(value) <= 100)
      ? true
      : "Enter a percentage from 0 to 100",
};

/** A percentage from 0 to 100; the value is a decimal string. */
export function PercentField(props: FieldProps) {
  const { value, onChange, onBlur, ref } = useField(props, percent);
  return (
    <Field {...props}>
      {(control) => (
        <div className="affix">
          <DecimalInput
            {...control}
            ref={ref}
            disabled={props.disabled}
            onBlur={onBlur}
            value={(value as string | null) ?? ""}
            onChange={onChange}
          />
          <span className="after" aria-hidden="true">
            %
          </span>
        </div>
      )}
    </Field>
  );
}

/** A calendar date; the value is `YYYY-MM-DD` or empty. */
export function DateField({ min, max, ...props }: FieldProps & { min?: string; max?: string }) {
  // Labels such as "Begins" or "Signed on" are no word after "Enter".
  const { value, ...field } = useField(
    { ...props, label: `the day “${props.label}”` },
    { date: (text) => (!text || isDate(String(text)) ? true : "Enter a real date") },
  );
  return (
    <Field {...props}>
      {(control) => (
        <input
          {...control}
          {...field}
          className="field-control"
          type="date"
          min={min}
          max={max}
          disabled={props.disabled}
          value={(value as string | null) ?? ""}
        />
      )}
    </Field>
  );
}

/** A moment, typed as day and time in the agency's zone; the value is an ISO instant or empty. */
export function InstantField(props: FieldProps) {
  const { timeZone } = useAgency();
  const { value, onChange, ...field } = useField(props);
  const typed = (wall: string) =>
    onChange(wall.length >= 16 ? new Date(instantIn(wall, timeZone)).toISOString() : "");
  return (
    <Field {...props}>
      {(control) => (
        <input
          {...control}
          {...field}
          className="field-control"
          type="datetime-local"
          disabled={props.disabled}
          value={value ? wallClock(value as Instant, timeZone) : ""}
          onChange={(event) => typed(event.target.value)}
        />
      )}
    </Field>
  );
}

/**
 * One of a few fixed choices, native so that it works everywhere. Its first choice says that nothing is
 * chosen yet, unless one of the choices says so itself.
 */
export function SelectField({
  options,
  placeholder = "Choose",
  ...props
}: FieldProps & { options: readonly Choice[]; placeholder?: string }) {
  const { value, ...field } = useField(props);
  return (
    <Field {...props}>
      {(control) => (
        <select
          {...control}
          {...field}
          className="field-control"
          disabled={props.disabled}
          value={(value as string | null) ?? ""}
        >
          {!options.some((option) => option.value === "") && (
            <option value="">{placeholder}</option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Yes or no; the value is a boolean. */
export function CheckboxField({ name, label, hint, disabled }: FieldProps) {
  const {
    field: { value, ...field },
  } = useController({ name });
  return (
    <label className="check">
      <input {...field} type="checkbox" disabled={disabled} checked={Boolean(value)} />
      <span>
        {label}
        {hint && <small>{hint}</small>}
      </span>
    </label>
  );
}

/** One of two to five choices that people should see side by side. */
export function RadioGroup({ options, ...props }: FieldProps & { options: readonly Choice[] }) {
  const { value, onChange, onBlur, name, ref } = useField(props);
  return (
    <Field {...props}>
      {(control) => (
        <div role="radiogroup" aria-label={props.label} {...control} tabIndex={-1}>
          {options.map((option, at) => (
            <label key={option.value} className="check">
              <input
                ref={at === 0 ? ref : undefined}
                type="radio"
                name={name}
                value={option.value}
                disabled={props.disabled}
                checked={value === option.value}
                onChange={() => onChange(option.value)}
                onBlur={onBlur}
              />
              <span>
                {option.label}
                {option.hint && <small>{option.hint}</small>}
              </span>
            </label>
          ))}
        </div>
      )}
    </Field>
  );
}

/** Fields beside each other where the screen is wide enough. */
export function FormRow({ children }: { children: ReactNode }) {
  return <div className="form-row">{children}</div>;
}

/** A part of a long form under its own heading. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="form-section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
