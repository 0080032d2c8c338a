import { hash } from "node:crypto";
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

/**
 * What follows from a value by the secret of one copy: 32 bytes, of which each figure takes four. One
 * hash a value: of every number of a copy there are several.
 */
const drawsBy = (key: Buffer) => {
  const secret = key.toString("base64");
  return (what: string, value: string) => {
    const bytes = hash("sha256", `${secret}\n${what}\n${value}`, "buffer");
    const number = (at: number, below: number): number => bytes.readUInt32BE(4 * at) % below;
    return {
      number,
      digits: (at: number, count: number): string =>
        String(number(at, 10 ** count)).padStart(count, "0"),
      pick: (list: readonly string[], at: number): string => list[number(at, list.length)]!,
      hex: (length: number): string => bytes.toString("hex", 0, length),
    };
  };
};
type Draws = ReturnType<typeof drawsBy>;

// Dashes and blanks stay where they were.
const spelled = (value: string, made: string): string => {
  let at = made.length - value.replace(/\D/g, "").length;
  return value.replace(/\d/g, () => made[Math.max(0, at++) % made.length]!);
};

const phoneOf = (draws: Draws, value: string): string => {
  const plain = value.replace(/\D/g, "");
  const ten = plain.length === 11 && plain.startsWith("1") ? plain.slice(1) : plain;
  if (ten.length !== 10)
    return value.replace(/\d/g, (digit, at: number) =>
      draws("phone", `${value} ${at} ${digit}`).digits(0, 1),
    );
  const { number, digits } = draws("line", ten);
  const made = `${2 + number(0, 8)}${digits(1, 2)}555${digits(2, 4)}`;
  return spelled(value, plain.length === 11 ? `1${made}` : made);
};

const addressOf = (draws: Draws, column: string, value: string): string => {
  const { number, digits, pick } = draws("address", value);
  if (/zip|postal/i.test(column) || /^\d{5}(-\d{4})?$/.test(value)) return `000${digits(0, 2)}`;
  if (/city/i.test(column)) return pick(places, 0);
  if (/2$/.test(column)) return `Suite ${100 + number(0, 900)}`;
  const street = `${100 + number(1, 9900)} ${pick(streets, 2)} ${pick(kinds, 3)}`;
  return /[\n,]/.test(value) ? `${street}, ${pick(places, 0)}` : street;
};

/** Values made up from a secret of this copy alone, 32 random bytes. */
export const madeUpBy = (key: Buffer): MadeUpValues => {
  const draws = drawsBy(key);
  // Never the real ones by chance.
  const lastFour = (real: string): string => {
    const made = draws("last", real).digits(0, 4);
    return made === real ? draws("last again", real).digits(0, 4) : made;
  };
  const last = (real: string, last4: string | null) => lastFour(last4 ?? real);
  const tax: MadeUpValues["tax"] = (real, last4, kind) =>
    (kind === "ein" ? "09" : "90") + draws("tax", real).digits(0, 3) + last(real, last4);
  const account: MadeUpValues["account"] = (real, last4) =>
    `99${draws("account", real).digits(0, 6)}${last(real, last4)}`;
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
        return `${draws("mail", value.toLowerCase()).hex(6)}@practice.example`;
      case "name": {
        const { pick } = draws("name", value);
        return `${pick(given, 0)} ${pick(family, 1)}`;
      }
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
