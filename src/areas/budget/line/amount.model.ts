import { parseMoney } from "#kernel/money.ts";

/**
 * An amount as books write it, in cents: brackets and a minus behind it are below zero, a lone dash
 * is nothing. Null for what is no amount.
 */
export const statedCents = (text: string): number | null => {
  const said = text.trim().replace(/^\$/, "").trim();
  if (/^[-–—]$/.test(said)) return 0;
  const bracketed = /^\((.*)\)$/.exec(said);
  const behind = /^(.*[\d.])\s*[-−]$/.exec(said);
  const plain = bracketed?.[1] ?? behind?.[1];
  if (plain === undefined) return parseMoney(said.replace(/^−/, "-"));
  const cents = parseMoney(plain.trim().replace(/^\$/, ""));
  return cents === null || cents < 0 ? null : -cents || 0;
};
