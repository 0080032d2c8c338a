// One audit entry as bytes: what is hashed into the ledger's tree, and the erasable content that it
// commits to.
import { canonicalJson, orderOf } from "./canonical-json.ts";
import { isHash, type Hash, type Hasher } from "./merkle.ts";

/** One field's change. A value that was absent is null. */
export interface Change {
  field: string;
  before: unknown;
  after: unknown;
}

/**
 * What may hold personal data. Kept apart from the entry, so that erasing it leaves every proof
 * standing; the random salt
 * goes with it, so that an erased value cannot be guessed from its digest.
 */
export interface Content {
  salt: string;
  actorName: string | null;
  note: string | null;
  changes: Change[];
}

/**
 * What the writer knows. Digests are base64 SHA-256; `before` and `after` are null when the record
 * did not exist.
 */
export interface EntryFacts {
  orgId: string;
  id: string;
  actorId: string | null;
  sessionId: string | null;
  action: string;
  objectType: string;
  objectId: string;
  objectNumber: string | null;
  before: Hash | null;
  after: Hash | null;
  content: Hash;
}

/**
 * An entry in its place: `at` is the database's clock with microseconds, `prev` the leaf hash
 * before it ("" for the first).
 */
export interface Entry extends EntryFacts {
  index: number;
  prev: Hash | "";
  at: string;
  mac: string;
}

const utf8 = new TextEncoder();

/** What the keyed MAC covers: everything that is known before the database gives the time. */
export function macMessage(facts: EntryFacts): string {
  return JSON.stringify([
    facts.orgId,
    facts.id,
    facts.actorId,
    facts.sessionId,
    facts.action,
    facts.objectType,
    facts.objectId,
    facts.objectNumber,
    facts.before,
    facts.after,
    facts.content,
  ]);
}

/** Beginning of every entry's text: a verifier compares it without parsing. */
export const entryPrefix = (index: number, prev: string, orgId: string): string =>
  `{"index":${index},"prev":"${prev}","orgId":"${orgId}",`;

/**
 * The text whose bytes are the leaf. Member order is part of the format; `content` stands last at a
 * fixed distance from the end.
 */
export function encodeEntry(entry: Entry): string {
  const text = JSON.stringify;
  const id = (value: string | null): string => (value === null ? "null" : `"${value}"`);
  return (
    `${entryPrefix(entry.index, entry.prev, entry.orgId)}"id":"${entry.id}","at":"${entry.at}",` +
    `"actorId":${id(entry.actorId)},"sessionId":${id(entry.sessionId)},` +
    `"action":${text(entry.action)},"objectType":${text(entry.objectType)},` +
    `"objectId":"${entry.objectId}","objectNumber":${text(entry.objectNumber)},` +
    `"before":${id(entry.before)},"after":${id(entry.after)},` +
    `"mac":"${entry.mac}","content":"${entry.content}"}`
  );
}

/** Reads an entry's text; undefined unless it is exactly what `encodeEntry` writes. */
export function decodeEntry(line: string): Entry | undefined {
  try {
    const entry = JSON.parse(line) as Entry;
    return encodeEntry(entry) === line &&
      isHash(entry.content) &&
      (entry.prev === "" || isHash(entry.prev))
      ? entry
      : undefined;
  } catch {
    return undefined;
  }
}

/** What an entry says beside its changes. */
export type About = Omit<Content, "changes">;
const contentText = ({ salt, actorName, note }: About, changes: string): string =>
  `{"actorName":${canonicalJson(actorName)},"changes":[${changes}],` +
  `"note":${canonicalJson(note)},"salt":${JSON.stringify(salt)}}`;

/** The content's text, whose bytes `content` digests. */
export const encodeContent = (content: Content): string => {
  let text = "";
  for (const { field, before, after } of content.changes)
    text += `${text ? "," : ""}{"after":${canonicalJson(after)},"before":${canonicalJson(before)},"field":${JSON.stringify(field)}}`;
  return contentText(content, text);
};

/**
 * The text of a whole record under the content's salt, whose digest stands for it (`recordDigest`).
 */
export const recordText = (salt: string, record: object): string =>
  `${salt}\n${canonicalJson(record)}`;
// Members are gathered with a comma before each.
const wholeText = (salt: string, members: string): string => `${salt}\n{${members.slice(1)}}`;

/**
 * The content's text of a record that did not exist before, and the text whose digest stands for it
 * (`recordDigest`), in one pass: the same as `encodeContent` of
 * `changesBetween(null, record)` without the fields `left`.
 */
export function encodeCreation(
  about: About,
  record: object,
  left: ReadonlySet<string>,
): { content: string; record: string } {
  const values = Object.values(record);
  const { keys, sorted, names, members } = orderOf(Object.keys(record));
  let changes = "";
  let whole = "";
  for (const at of sorted) {
    const value: unknown = values[at];
    if (value === undefined) continue;
    const text = canonicalJson(value);
    whole += members[at]! + text;
    if (value !== null && !left.has(keys[at]!))
      changes += `,{"after":${text},"before":null,"field":${names[at]!}}`;
  }
  return { content: contentText(about, changes.slice(1)), record: wholeText(about.salt, whole) };
}

const differ = (from: unknown, to: unknown, fromText: string, toText: string): boolean =>
  from !== to &&
  !(
    from !== null &&
    to !== null &&
    (typeof from === "object" || typeof to === "object") &&
    fromText === toText
  );

/**
 * The same of a record that was changed: the content's text, and the texts whose digests stand for
 * the record before and after.
 */
export function encodeChange(
  about: About,
  before: object,
  after: object,
  left: ReadonlySet<string>,
): { content: string; before: string; after: string } {
  const order = orderOf(Object.keys(before));
  if (orderOf(Object.keys(after)) !== order)
    return {
      content: encodeContent({
        ...about,
        changes: changesBetween(before, after).filter((change) => !left.has(change.field)),
      }),
      before: recordText(about.salt, before),
      after: recordText(about.salt, after),
    };
  const { keys, sorted, names, members } = order;
  const olds: unknown[] = Object.values(before);
  const news: unknown[] = Object.values(after);
  let changes = "";
  let old = "";
  let now = "";
  for (const at of sorted) {
    const from = olds[at];
    const to = news[at];
    const member = members[at]!;
    const fromText = from === undefined ? "null" : canonicalJson(from);
    const toText = to === from ? fromText : to === undefined ? "null" : canonicalJson(to);
    if (from !== undefined) old += member + fromText;
    if (to !== undefined) now += member + toText;
    if (differ(from ?? null, to ?? null, fromText, toText) && !left.has(keys[at]!))
      changes += `,{"after":${toText},"before":${fromText},"field":${names[at]!}}`;
  }
  return {
    content: contentText(about, changes.slice(1)),
    before: wholeText(about.salt, old),
    after: wholeText(about.salt, now),
  };
}

/** Digest of a whole record under the content's salt; null for a record that does not exist. */
export function recordDigest(
  hasher: Hasher,
  salt: string,
  record: object | null | undefined,
): Hash | null {
  return record === null || record === undefined
    ? null
    : hasher.digest(utf8.encode(recordText(salt, record)));
}

/**
 * Fields that differ between two states of a record, by name. Values are compared by their
 * canonical text.
 */
export function changesBetween(
  before: object | null | undefined,
  after: object | null | undefined,
): Change[] {
  const old = (before ?? {}) as Record<string, unknown>;
  const now = (after ?? {}) as Record<string, unknown>;
  const changes: Change[] = [];
  for (const field of before
    ? new Set([...Object.keys(old), ...Object.keys(now)])
    : Object.keys(now)) {
    const from = old[field] ?? null;
    const to = now[field] ?? null;
    if (
      from === to ||
      (from !== null &&
        to !== null &&
        (typeof from === "object" || typeof to === "object") &&
        canonicalJson(from) === canonicalJson(to))
    )
      continue;
    changes.push({ field, before: from, after: to });
  }
  return changes.sort((a, b) => (a.field < b.field ? -1 : 1));
}

/** How a person names an entry: "entry 17 (invoice INV-2027-00388, action approve)". */
export function describeEntry(index: number, entry: Partial<Entry> | undefined): string {
  if (!entry?.objectType) return `entry ${index}`;
  return `entry ${index} (${entry.objectType} ${entry.objectNumber ?? entry.objectId}, action ${entry.action})`;
}
