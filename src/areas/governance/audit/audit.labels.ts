import { counted } from "#kernel/words.ts";
const spaced = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll(/[._-]/g, " ")
    .toLowerCase();
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `purchaseOrder` reads `Purchase order`. */
export const typeWords = (objectType: string): string => capital(spaced(objectType));

/** `invoice.returnToVendor` reads `Return to vendor`. */
export const actionWords = (action: string): string =>
  capital(spaced(action.split(".").at(-1) ?? action));

/** A value of a change as text. */
export const valueWords = (value: unknown): string =>
  value === null || value === undefined || value === ""
    ? "nothing"
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);

/** `1 entry`, `1,234 entries`. */
export const entriesWords = (count: number): string => counted(count, "entry", "entries");
