import { useEffect, useState, type ComponentPropsWithRef } from "react";
import { formatCents, parseMoney } from "#kernel/money.ts";
import { plainDecimal } from "#kernel/quantity.ts";

type Plain = Omit<ComponentPropsWithRef<"input">, "value" | "onChange" | "type">;

/**
 * Integer cents as text `1,234.56`; tidied when left. Text that is no amount stays as typed and
 * gives NaN, so that the form can refuse it.
 */
export function MoneyInput({
  value,
  onChange,
  className = "",
  ...rest
}: Plain & { value: number | null; onChange: (cents: number | null) => void }) {
  const shown = value === null || Number.isNaN(value) ? "" : formatCents(value, { symbol: false });
  const [text, setText] = useState(shown);
  const [typing, setTyping] = useState(false);
  useEffect(() => {
    if (!typing && !Number.isNaN(value ?? 0)) setText(shown);
  }, [shown, typing, value]);
  const change = (typed: string) => {
    setText(typed);
    const cents = parseMoney(typed);
    onChange(typed.trim() === "" ? null : (cents ?? Number.NaN));
  };
  return (
    <input
      {...rest}
      className={`field-control num ${className}`}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onFocus={() => setTyping(true)}
      onChange={(event) => change(event.target.value)}
      onBlur={(event) => {
        setTyping(false);
        rest.onBlur?.(event);
      }}
    />
  );
}

/** A decimal as text, never a float. `decimals` places at most. */
export const isDecimal = (text: string, decimals: number): boolean =>
  new RegExp(decimals > 0 ? `^-?\\d{1,14}(\\.\\d{1,${decimals}})?$` : "^-?\\d{1,14}$").test(text);

/**
 * A decimal string such as `1260.5`; thousands separators are taken out. A value that nobody typed
 * here (a record's "37.0000") is shown without the zeros behind it, a unit price with `least`
 * places; what was typed stays as typed.
 */
export function DecimalInput({
  value,
  onChange,
  least = 0,
  className = "",
  ...rest
}: Plain & { value: string; onChange: (text: string) => void; least?: number }) {
  const [typed, setTyped] = useState<string | null>(null);
  const change = (text: string) => {
    setTyped(text);
    onChange(text);
  };
  return (
    <input
      {...rest}
      className={`field-control num ${className}`}
      inputMode="decimal"
      autoComplete="off"
      value={value === typed ? value : plainDecimal(value, least)}
      onChange={(event) => change(event.target.value.replaceAll(",", "").trim())}
    />
  );
}
