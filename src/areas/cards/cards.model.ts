import type { Actor } from "#kernel/access.ts";

/** Whether somebody sees the cards of everybody, not only those that they hold, keep or approve for. */
export const seesAllCards = ({ kind, permissions }: Pick<Actor, "kind" | "permissions">): boolean =>
  kind === "system" || permissions.has("cards.all");

// Banks write the branch and the order behind a name: "STAPLES #1123", "AMZN MKTP US*2X4".
const behind = /[*#].*$|\b(store|no|nbr)\b.*$/i;

/** A merchant's name as it is compared: without what banks write behind it, letters and digits only. */
export const merchantKey = (name: string): string => {
  const plain = (text: string) =>
    text
      .normalize("NFKD")
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, " ")
      .replace(/\b(inc|llc|ltd|corp|corporation|company|co)\b/g, " ")
      .replace(/\s+\d+\s*$/, "")
      .replace(/\s+/g, " ")
      .trim();
  return plain(name.replace(behind, "")) || plain(name) || name.trim().toLowerCase();
};

const luhn = (digits: string): boolean => {
  let sum = 0;
  for (const [at, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
};

/**
 * A whole card number inside a text: 13 to 19 digits, in groups or not, whose check digit fits (ISO/IEC
 * 7812-1). Null where there is none.
 */
export const cardNumberIn = (text: string): string | null => {
  for (const [found] of text.matchAll(/(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g)) {
    const digits = found.replace(/\D/g, "");
    if (luhn(digits)) return digits;
  }
  return null;
};

/** The last four digits of what a bank writes of a card: "****1234", "xxxx-1234", "1234". Null for anything else. */
export const lastFourOf = (text: string): string | null => {
  const shown = text.trim().replace(/[\s-]/g, "");
  return /^[x*.•]*\d{4}$/i.test(shown) ? shown.slice(-4) : null;
};
