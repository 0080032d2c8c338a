import { isDate, leadingDay } from "#kernel/time.ts";

/** `2026-11-17`, `11/17/2026` and the date of a workbook as YYYY-MM-DD; null for all else. */
export const usDay = (text: string): string | null => {
  const said = text.trim();
  const us = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(said);
  const day = us
    ? `${us[3]}-${us[1]!.padStart(2, "0")}-${us[2]!.padStart(2, "0")}`
    : /^\d{4}-\d{2}-\d{2}(T00:00.*)?$/.test(said)
      ? (leadingDay(said) ?? "")
      : "";
  return isDate(day) ? day : null;
};
