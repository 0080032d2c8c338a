import { crc32 } from "node:zlib";
import { freshBytes } from "#server/random.ts";

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const shape = /^lvk_[0-9A-Za-z]{8}_[0-9A-Za-z]{40}([0-9A-Za-z]{6})$/;
const inText = /lvk_[0-9A-Za-z]{8}_[0-9A-Za-z]{20}/;
const checksumLetters = 6;

/** What every key begins with: scanners for secrets know it by this. */
export const keyBegins = "lvk_";

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

/** `lvk_<prefix>_<secret><checksum>`: 238 random bits, told apart by the prefix, whole by the checksum. */
export const newKey = (): { key: string; prefix: string } => {
  const prefix = `${keyBegins}${randomLetters(8)}`;
  const text = `${prefix}_${randomLetters(40)}`;
  return { key: text + checksumOf(text), prefix };
};

/** Whether a text can be a key at all: a mistyped or cut one is refused without asking the database. */
export const isWellFormed = (text: string): boolean => {
  const [, sum] = shape.exec(text) ?? [];
  return sum !== undefined && checksumOf(text.slice(0, -checksumLetters)) === sum;
};

/** Whether a key stands somewhere in a text, also encoded as addresses are. */
export const holdsKey = (text: string): boolean =>
  inText.test(text) || inText.test(text.replace(/%5f/gi, "_"));
