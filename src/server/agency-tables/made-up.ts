import { createHmac } from "node:crypto";
import type { MadeUp } from "./rule.ts";

/**
 * Made-up values of one copy: equal values become equal ones, whoever reads them cannot get back
 * without `key`, which is kept nowhere.
 */
export type MadeUpValues = {
  /** A tax number of nine digits that was never given out; `real` stands for the real one (its digest). */
  tax: (real: string, last4: string | null, kind: "ein" | "ssn") => string;
  /** An account number of twelve digits. */
  account: (real: string, last4: string | null) => string;
  /** The value of a column in place of the real one: null and nothing stay as they are. */
  of: (kind: MadeUp, column: string, value: unknown) => unknown;
};

const streets = [
  "Alder", "Aspen", "Birch", "Cedar", "Cherry", "Elm", "Fir", "Hazel", "Hickory", "Juniper",
  "Larch", "Linden", "Locust", "Maple", "Oak", "Pine", "Poplar", "Spruce", "Sumac", "Willow",
]; // prettier-ignore
const kinds = ["Street", "Avenue", "Road", "Lane", "Court", "Drive"];
const places = [
  "Ashby", "Brookfall", "Clearmont", "Dunmore", "Eastvale", "Fernley", "Glenrock", "Harwell",
  "Inverton", "Kestrel", "Lowden", "Millbrae", "Norwell", "Oakhurst", "Penrose", "Quarryton",
]; // prettier-ignore
const given = [
  "Alex",
  "Casey",
  "Dana",
  "Ellis",
  "Jamie",
  "Jordan",
  "Kim",
  "Lee",
  "Morgan",
  "Robin",
];
const family = [
  "Abbey",
  "Brooks",
  "Carter",
  "Dale",
  "Ford",
  "Hill",
  "Lake",
  "Marsh",
  "Stone",
  "Wood",
];

const ofKeys: readonly (readonly [RegExp, MadeUp])[] = [
  [/phone|fax|mobile|telephone/i, "phone"],
  [/mail/i, "mail"],
  [/account/i, "account"],
  [/^(tin|ein|ssn|taxId|tax_id)$/i, "tax"],
  [/address|street|city|zip|postal/i, "address"],
];

/** What follows from a value by the secret of one copy. */
const drawsBy = (key: Buffer) => {
  const bytes = (what: string, value: string): Buffer =>
    createHmac("sha256", key).update(`${what}\n${value}`).digest();
  const number = (what: string, value: string, below: number): number =>
    Number(bytes(what, value).readBigUInt64BE() % BigInt(below));
  return {
    bytes,
    number,
    digits: (what: string, value: string, count: number): string =>
      String(number(what, value, 10 ** count)).padStart(count, "0"),
    pick: (list: readonly string[], what: string, value: string): string =>
      list[number(what, value, list.length)]!,
  };
};
type Draws = ReturnType<typeof drawsBy>;

// Dashes and blanks stay where they were.
const spelled = (value: string, made: string): string => {
  let at = made.length - value.replace(/\D/g, "").length;
  return value.replace(/\d/g, () => made[Math.max(0, at++) % made.length]!);
};

const phoneOf = ({ number, digits }: Draws, value: string): string => {
  const plain = value.replace(/\D/g, "");
  const ten = plain.length === 11 && plain.startsWith("1") ? plain.slice(1) : plain;
  if (ten.length !== 10)
    return value.replace(/\d/g, (digit, at: number) =>
      digits("phone", `${value} ${at} ${digit}`, 1),
    );
  const made = `${2 + number("area", ten, 8)}${digits("area", ten, 2)}555${digits("line", ten, 4)}`;
  return spelled(value, plain.length === 11 ? `1${made}` : made);
};

const addressOf = ({ number, digits, pick }: Draws, column: string, value: string): string => {
  if (/zip|postal/i.test(column) || /^\d{5}(-\d{4})?$/.test(value))
    return `000${digits("zip", value, 2)}`;
  if (/city/i.test(column)) return pick(places, "place", value);
  if (/2$/.test(column)) return `Suite ${100 + number("suite", value, 900)}`;
  const street = `${100 + number("house", value, 9900)} ${pick(streets, "street", value)} ${pick(kinds, "kind", value)}`;
  return /[\n,]/.test(value) ? `${street}, ${pick(places, "place", value)}` : street;
};

/** Values made up from a secret of this copy alone, 32 random bytes. */
export const madeUpBy = (key: Buffer): MadeUpValues => {
  const draws = drawsBy(key);
  const { bytes, digits, pick } = draws;
  // Never the real ones by chance.
  const lastFour = (real: string): string => {
    const made = digits("last", real, 4);
    return made === real ? digits("last again", real, 4) : made;
  };
  const last = (real: string, last4: string | null) => lastFour(last4 ?? real);
  const tax: MadeUpValues["tax"] = (real, last4, kind) =>
    (kind === "ein" ? "09" : "90") + digits("tax", real, 3) + last(real, last4);
  const account: MadeUpValues["account"] = (real, last4) =>
    `99${digits("account", real, 6)}${last(real, last4)}`;
  const numberOf = (kind: "tax" | "account", value: string): string => {
    const plain = value.replace(/\D/g, "");
    if (plain.length <= 4) return lastFour(value);
    const made =
      kind === "tax" ? tax(plain, plain.slice(-4), "ein") : account(plain, plain.slice(-4));
    return spelled(value, made);
  };
  const text = (kind: MadeUp, column: string, value: string): string => {
    if (value.trim() === "") return value;
    switch (kind) {
      case "phone":
        return phoneOf(draws, value);
      case "mail":
        return `${bytes("mail", value.toLowerCase()).toString("hex", 0, 6)}@practice.example`;
      case "name":
        return `${pick(given, "given", value)} ${pick(family, "family", value)}`;
      case "address":
        return addressOf(draws, column, value);
      default:
        return numberOf(kind, value);
    }
  };
  const within = (kind: MadeUp | null, name: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((one) => within(kind, name, one));
    if (value !== null && typeof value === "object")
      return Object.fromEntries(
        Object.entries(value).map(([at, one]) => {
          const found = ofKeys.find(([pattern]) => pattern.test(at));
          return [at, within(found ? found[1] : null, at, one)];
        }),
      );
    return kind && typeof value === "string" ? text(kind, name, value) : value;
  };
  return { tax, account, of: within };
};
