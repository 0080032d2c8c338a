import { crc32 } from "node:zlib";
import { freshBytes } from "../random.ts";

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const checksumLetters = 6;

// Bytes from 248 on are left out: they would make the first letters likelier than the others.
const randomLetters = (count: number): string => {
  let text = "";
  while (text.length < count)
    for (const byte of freshBytes(count))
      if (byte < 248 && text.length < count) text += letters[byte % 62];
  return text;
};

const checksumOf = (text: string): string => {
  let rest = crc32(text);
  let sum = "";
  for (let at = 0; at < checksumLetters; at++) {
    sum = letters[rest % 62] + sum;
    rest = Math.floor(rest / 62);
  }
  return sum;
};

/** A kind of keys: how one is made, and how one is told from any other text. */
export type KeyFormat = {
  /** What every key begins with: scanners for secrets know it by this. */
  begins: string;
  /** `<begins><prefix>_<secret><checksum>`: 238 random bits, told apart by the prefix. */
  newKey: () => { key: string; prefix: string };
  /** Whether a text can be a key at all: a mistyped or cut one is refused without asking the database. */
  isWellFormed: (text: string) => boolean;
  /** Whether a key stands somewhere in a text, also encoded as addresses are. */
  holdsKey: (text: string) => boolean;
};

/** Keys that begin with some letters and an underscore, such as `lvk_`. */
export const keyFormat = (begins: string): KeyFormat => {
  const shape = new RegExp(`^${begins}[0-9A-Za-z]{8}_[0-9A-Za-z]{40}([0-9A-Za-z]{6})$`);
  const inText = new RegExp(`${begins}[0-9A-Za-z]{8}_[0-9A-Za-z]{20}`);
  return {
    begins,
    newKey: () => {
      const prefix = `${begins}${randomLetters(8)}`;
      const text = `${prefix}_${randomLetters(40)}`;
      return { key: text + checksumOf(text), prefix };
    },
    isWellFormed: (text) => {
      const [, sum] = shape.exec(text) ?? [];
      return sum !== undefined && checksumOf(text.slice(0, -checksumLetters)) === sum;
    },
    holdsKey: (text) => inText.test(text) || inText.test(text.replace(/%5f/gi, "_")),
  };
};
