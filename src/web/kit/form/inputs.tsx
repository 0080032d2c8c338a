import { useEffect, useState, type ComponentPropsWithRef } from "react";
import { formatCents, parseMoney } from "../../../kernel/money.ts";

type Plain = Omit<ComponentPropsWithRef<"input">, "value" | "onChange" | "type">;

/** Integer cents as text `1,234.56`; tidied when left. Text that is no amount stays as typed and gives NaN, so that the form can refuse it. */
export function MoneyInput({ value, onChange, className = "", ...rest }: Plain & { value: number | null; onChange: (cents: number | null) => void }) {
  const shown = value === null || Number.isNaN(value) ? "" : formatCents(value, { symbol: false });
  const [text, setText] = useState(shown);
  const [typing, setTyping] = useState(false);
  useEffect(() => {
    if (!typing && !Number.isNaN(value ?? 0)) setText(shown);
  }, [shown, typing, value]);
  const change = (typed: string) => {
    setText(typed);
    const cents = parseMoney(typed);
    onChange(typed.trim() === "" ? null : cents ?? Number.NaN);
  };
  return <input {...rest} className={`field-control num ${className}`} inputMode="decimal" autoComplete="off" value={text} onFocus={() => setTyping(true)} onChange={(event) => change(event.target.value)} onBlur={(event) => { setTyping(false); rest.onBlur?.(event); }} />;
}

/** A decimal as text, never a float. `decimals` places at most. */
export const isDecimal = (text: string, decimals: number): boolean => new RegExp(decimals > 0 ? `^-?\\d{1,14}(\\.\\d{1,${decimals}})?$` : "^-?\\d{1,14}$").test(text);

/** A decimal string such as `1260.5`; thousands separators are taken out. */
export function DecimalInput({ value, onChange, className = "", ...rest }: Plain & { value: string; onChange: (text: string) => void }) {
  return <input {...rest} className={`field-control num ${className}`} inputMode="decimal" autoComplete="off" value={value} onChange={(event) => onChange(event.target.value.replaceAll(",", "").trim())} />;
}
