import { XMLParser } from "fast-xml-parser";
import { Decimal } from "decimal.js";
import { invalidField } from "#kernel/errors.ts";
import { maxCents } from "#kernel/money.ts";

export type Node = string | { [name: string]: Node | Node[] };
const arrays = new Set([
  "InvoiceLine",
  "CreditNoteLine",
  "AllowanceCharge",
  "TaxTotal",
  "PartyIdentification",
  "PartyTaxScheme",
  "PartyLegalEntity",
  "PartyName",
  "Note",
  "IncludedNote",
  "IncludedSupplyChainTradeLineItem",
  "SpecifiedTradeAllowanceCharge",
  "SpecifiedTaxRegistration",
  "GlobalID",
  "TaxTotalAmount",
]);

const ubl = "urn:oasis:names:specification:ubl:schema:xsd:";
const cii = "urn:un:unece:uncefact:data:standard:";
/** The names that count: of UBL 2 and of the Cross Industry Invoice D16B; a file may leave them out. */
const known = new Set([
  "",
  `${ubl}Invoice-2`,
  `${ubl}CreditNote-2`,
  `${ubl}CommonAggregateComponents-2`,
  `${ubl}CommonBasicComponents-2`,
  `${cii}CrossIndustryInvoice:100`,
  `${cii}ReusableAggregateBusinessInformationEntity:100`,
  `${cii}UnqualifiedDataType:100`,
  `${cii}QualifiedDataType:100`,
]);
const mostNested = 60;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  removeNSPrefix: false,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: true,
  trimValues: true,
  maxNestedTags: mostNested,
  isArray: (name: string) => arrays.has(name.slice(name.indexOf(":") + 1)),
});

/** 422 `bad_ubl`: what is wrong in the file, and where. */
export const wrong = (message: string, path = "file") => invalidField(path, message, "bad_ubl");
// Long enough for any product of what is taken here, so that amounts are exact before they are
// rounded once.
export const Exact = Decimal.clone({ precision: 80 });
/**
 * The text of an XML file by its byte order mark, or by the encoding that its first line declares;
 * UTF-8 without either. 422 for bytes that are not of that encoding.
 */
export const decodeXml = (bytes: Uint8Array): string => {
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? "utf-16le"
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? "utf-16be"
        : bytes[0] === 0xef && bytes[1] === 0xbb
          ? "utf-8"
          : null;
  const declared = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
    new TextDecoder("latin1").decode(bytes.subarray(0, 200)).trimStart(),
  )?.[1];
  const name = marked ?? declared ?? "utf-8";
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(name, { fatal: true });
  } catch {
    throw wrong(
      `The file declares the encoding ${name}, which is not known here. Send it in UTF-8.`,
    );
  }
  try {
    return decoder.decode(bytes);
  } catch {
    throw wrong(`The file is not in ${name}, the encoding that it declares. Send it in UTF-8.`);
  }
};

const named: Readonly<Record<string, string>> = {
  "<": "&lt;",
  ">": "&gt;",
  "&": "&amp;",
  '"': "&quot;",
  "'": "&apos;",
};
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

// Characters by number (&#233; &#xE9;) as themselves, outside of CDATA, where they are plain text.
const withoutReferences = (xml: string): string =>
  xml.replace(
    /<!\[CDATA\[[\s\S]*?\]\]>|&#(?:x([0-9a-f]{1,8})|(\d{1,8}));/gi,
    (whole, hex: string | undefined, digits: string | undefined) => {
      if (hex === undefined && digits === undefined) return whole;
      const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
      if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
        throw wrong(`The file is not well-formed XML: ${whole} is no character.`);
      const character = String.fromCodePoint(code);
      return named[character] ?? character;
    },
  );

/**
 * A text as one plain line: control characters, line breaks and marks that turn the direction of
 * writing are taken out.
 */
export const oneLine = (value: string | null): string | null =>
  value
    ?.replace(/[\s\p{Cc}]+/gu, " ")
    .replace(/\p{Cf}/gu, "")
    .trim() || null;
/** The first element at a path of names. */
export const child = (node: Node | undefined, ...path: string[]): Node | undefined =>
  path.reduce<Node | undefined>((n, name) => {
    if (n === undefined || typeof n === "string") return undefined;
    const found = n[name];
    return Array.isArray(found) ? found[0] : found;
  }, node);
/** All elements of a name in this one. */
export const children = (node: Node | undefined, name: string): Node[] => {
  const found = node === undefined || typeof node === "string" ? undefined : node[name];
  return found === undefined ? [] : Array.isArray(found) ? found : [found];
};
/** The text of an element; null for none. */
export const text = (node: Node | undefined, ...path: string[]): string | null => {
  const found = child(node, ...path);
  const value =
    typeof found === "string"
      ? found
      : typeof found === "object" && typeof found["#text"] === "string"
        ? found["#text"]
        : null;
  return value === null || value === "" ? null : value;
};

/** An exact number; null for none, 422 for what is none. */
export const number = (value: string | null, what: string, path?: string): Decimal | null => {
  if (value === null) return null;
  if (!/^[+-]?\d{1,30}(\.\d{1,20})?$/.test(value))
    throw wrong(`${what} is not a number: "${value.slice(0, 40)}".`, path);
  return new Exact(value);
};
/** Cents of an amount, half up; 422 beyond what is kept. */
export const rounded = (value: Decimal, what: string, path?: string): number => {
  const whole = value.times(100).toDecimalPlaces(0, Decimal.ROUND_HALF_UP);
  if (whole.abs().greaterThan(maxCents))
    throw wrong(`${what} is too large to be kept: ${value.toFixed()}.`, path);
  return whole.toNumber() || 0;
};
/** Cents of an amount as it is written; null for none. */
export const cents = (value: string | null, what: string, path?: string): number | null => {
  const found = number(value, what, path);
  return found && rounded(found, what, path);
};
/** A quantity or price with four decimals; 422 beyond what is kept. */
export const decimal = (value: Decimal, what: string, path: string): string => {
  if (value.abs().greaterThanOrEqualTo("1e12"))
    throw wrong(`${what} is too large to be kept: ${value.toFixed()}.`, path);
  const text = value.toDecimalPlaces(4, Decimal.ROUND_HALF_UP).toFixed();
  return /^-0*\.?0*$/.test(text) ? "0" : text;
};

type Scope = ReadonlyMap<string, string>;
const scopeOf = (node: Node, outer: Scope): Scope => {
  if (typeof node === "string") return outer;
  const own = Object.entries(node).flatMap(([name, value]) =>
    /^@xmlns(:|$)/.test(name) && typeof value === "string"
      ? [[name.slice("@xmlns:".length), value.trim()] as const]
      : [],
  );
  return own.length ? new Map([...outer, ...own]) : outer;
};

/** The element with its names as they are said here; elements of other vocabularies are left out. */
const plainNames = (node: Node, outer: Scope): Node => {
  if (typeof node === "string") return node;
  const plain: Exclude<Node, string> = Object.create(null) as Exclude<Node, string>;
  for (const [name, value] of Object.entries(node)) {
    if (name.startsWith("@") || name.startsWith("#")) {
      plain[name] = value;
      continue;
    }
    const colon = name.indexOf(":");
    const prefix = colon < 0 ? "" : name.slice(0, colon);
    const local = name.slice(colon + 1);
    const all = Array.isArray(value) ? value : [value];
    const ours = all.flatMap((each) => {
      const scope = scopeOf(each, outer);
      const space = scope.get(prefix) ?? (prefix ? null : "");
      return space !== null && known.has(space) ? [plainNames(each, scope)] : [];
    });
    if (ours.length === 0) continue;
    const before = plain[local];
    const whole = [...(before === undefined ? [] : Array.isArray(before) ? before : [before])];
    whole.push(...ours);
    plain[local] = whole.length === 1 && !arrays.has(local) ? whole[0]! : whole;
  }
  return plain;
};

/**
 * The elements of an XML file of the vocabularies that are read here. Document types (DTDs) are refused
 * before parsing, so that no entity can be declared; elements stand sixty deep at most. 422 `bad_ubl`
 * for what is not well-formed.
 */
export const parseXml = (xml: string): Node => {
  if (/<!DOCTYPE|<!ENTITY/i.test(xml))
    throw wrong("The file declares a document type (DTD). Send it without one.");
  const plain = withoutReferences(xml.replace(/^\uFEFF/, ""));
  if (notInXml.test(plain))
    throw wrong("The file is not well-formed XML: it contains a control character.");
  try {
    return plainNames(parser.parse(plain, true) as Node, new Map());
  } catch (error) {
    throw wrong(`The file is not well-formed XML: ${(error as Error).message.slice(0, 160)}`);
  }
};

/** What an attribute of an element says; null without it. */
export const attribute = (node: Node | undefined, name: string): string | null =>
  typeof node === "object" && typeof node[`@${name}`] === "string"
    ? (node[`@${name}`] as string)
    : null;
