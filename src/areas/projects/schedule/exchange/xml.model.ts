import { XMLParser } from "fast-xml-parser";
import { Refused } from "./plan.model.ts";

/** An element of a parsed file: text, or what it holds by name. */
export type Element = { readonly [name: string]: unknown };

const depth = 32;
const tags = 6_000_000;

/** Bounds depth and number of tags before anything is built of them. */
const boundTags = (xml: string): void => {
  let open = 0;
  let seen = 0;
  for (let at = xml.indexOf("<"); at >= 0; at = xml.indexOf("<", at + 1)) {
    const next = xml.charCodeAt(at + 1);
    if (next === 47) {
      open--;
      continue;
    }
    if (next === 33 || next === 63) continue;
    const close = xml.indexOf(">", at);
    if (close < 0) throw new Refused("This file ends in the middle. Save it again and try again.");
    if (xml.charCodeAt(close - 1) !== 47 && ++open > depth)
      throw new Refused("This file is nested too deeply to be a schedule.");
    if (++seen > tags) throw new Refused("This file holds more than a schedule. Divide it.");
  }
};

const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  processEntities: false,
  parseTagValue: false,
  trimValues: true,
});

/** The root of an XML text by its name. @throws Refused for what is no such XML. */
export const rootOf = (xml: string, name: string): Element => {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml))
    throw new Refused("This file declares a document type, which a schedule never needs.");
  boundTags(xml);
  let read: Element;
  try {
    read = parser.parse(xml, true) as Element;
  } catch {
    throw new Refused("This file is not well-formed XML. Save it again and try again.");
  }
  const root = read[name];
  if (typeof root !== "object" || root === null)
    throw new Refused("This is no schedule of Microsoft Project (XML).");
  return root as Element;
};

const named: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
};
const entity = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi;
const point = (code: number): string =>
  code > 31 && code <= 0x10_ffff && !(code >= 0xd8_00 && code <= 0xdf_ff)
    ? String.fromCodePoint(code)
    : " ";

/** Text of an element with its entities written out; nothing where there is none. */
export const textOf = (of: Element, name: string): string => {
  const value = of[name];
  if (typeof value !== "string") return "";
  return value.replace(entity, (_, hex?: string, decimal?: string, word?: string) =>
    word ? named[word.toLowerCase()]! : point(hex ? parseInt(hex, 16) : Number(decimal)),
  );
};

/** A number of an element, or what stands for one that is not there. */
export const numberOf = (of: Element, name: string, otherwise = 0): number => {
  const text = textOf(of, name);
  return text === "" ? otherwise : Number(text);
};
/** Whether a flag of an element is set. */
export const isSet = (of: Element, name: string): boolean => /^(1|true)$/i.test(textOf(of, name));

/** The elements of a name within another one. */
export const within = (of: Element, ...path: readonly string[]): readonly Element[] => {
  const [name, ...rest] = path;
  if (name === undefined) return [of];
  const found = of[name];
  const all = (Array.isArray(found) ? found : [found]) as readonly unknown[];
  return all
    .filter((each): each is Element => typeof each === "object" && each !== null)
    .flatMap((each) => within(each, ...rest));
};
