import { isUnbuilt, pages } from "#areas.ts";
import { publicRequests } from "#areas/engagement/engagement.server.ts";
import { searchRecords } from "#areas/platform/platform.server.ts";
import { vendorRecords } from "#areas/vendor-portal/vendor-portal.server.ts";
import type { Actor } from "#kernel/access.ts";
import type { Database } from "#server/db/db.ts";
import { published } from "#server/db/scopes/published.ts";
import type { Standing } from "../copilot/standing.service.ts";
import { howWords } from "./conditions.data.ts";
import { factsAsked } from "./facts.service.ts";
import { isElsewhere, type Passage } from "./guide-index.model.ts";
import { guideIndex, seekGuide } from "./guide.service.ts";
import { asksWhatWaits } from "./list-question.service.ts";
import { listFor, waitingList, type FoundList } from "./lists.service.ts";
import { pageCalled, type FoundPage } from "./pages.service.ts";
import { termsIn, wordsIn } from "./words.model.ts";

export type FoundRecord = {
  /** Its kind and id, where it is a record of the agency. */
  kind?: string;
  id?: string;
  number: string;
  title: string;
  status: string;
  href: string;
  /** What the question asks of it, in words: "Ceiling $120,000.00". */
  facts?: readonly string[];
};
/** A screen that is still to come. */
type ToCome = { title: string; href: string };

/**
 * What answers a question, each part best first. `sure`: what stands first answers it; else what is
 * there may help, and nothing more is claimed.
 */
export type Found = {
  /** Numbers that were asked for and that the asker has no record of. */
  missing: string[];
  records: FoundRecord[];
  /** What a question asks of the record that it names: why it is stuck, what changed, a step. */
  standing?: Standing | null;
  list: FoundList | null;
  /** The screen that the question names. */
  page: FoundPage | null;
  toCome: ToCome | null;
  passages: Passage[];
  sure: boolean;
};

const numbersIn = /\b[A-Z]{1,4}-(?:\d{4}-)?\d{2,}\b/gi;

/** A report of the citizen portal, as everybody reads it there. */
const reports = async (database: Database, number: string): Promise<FoundRecord[]> =>
  (await publicRequests(published(database), { number, limit: 1 })).map((found) => ({
    number: found.number,
    title: found.serviceName,
    status: found.status,
    href: `/citizen-portal?number=${encodeURIComponent(found.number)}`,
  }));

/** Records that fit, by the conditions of whoever asks: an agency's, a vendor's own, or the public's. */
const recordsOf = async (database: Database, actor: Actor, q: string): Promise<FoundRecord[]> => {
  if (actor.orgId) return (await searchRecords(database.read(actor), actor, q)).items;
  if (actor.kind === "vendor") return vendorRecords(database, actor, q);
  return [];
};
const byNumber = async (
  database: Database,
  actor: Actor,
  number: string,
  question: string,
): Promise<FoundRecord[]> => {
  if (actor.orgId) {
    const db = database.read(actor);
    const { items } = await searchRecords(db, actor, number);
    const facts = (item: (typeof items)[number]) =>
      item.number.toUpperCase() === number ? factsAsked(db, actor, item, question) : [];
    const known = await Promise.all(
      items.map(async (item) => Object.assign(item, { facts: await facts(item) })),
    );
    if (known.length > 0) return known;
  }
  const found = await recordsOf(database, actor, number);
  return found.length > 0 ? found : reports(database, number);
};

const coming = pages.filter((page) => isUnbuilt(page.path));
/** How many things a question may name for each word of a screen's name, to be about that screen. */
const beside = 3;
/**
 * A screen that is still to come and whose whole name the question holds, a longer name first; not
 * where the name is one word among many.
 */
const toComeIn = (words: readonly string[]): ToCome | null => {
  const text = ` ${words.join(" ")} `;
  const things = termsIn(words).length;
  const named = coming
    .filter(({ title }) => text.includes(` ${wordsIn(title).join(" ")} `))
    .filter(({ title }) => things <= wordsIn(title).length * beside)
    .toSorted((a, b) => b.title.length - a.title.length)[0];
  return named ? { title: named.title, href: named.path } : null;
};

const nothing: Found = {
  missing: [],
  records: [],
  list: null,
  page: null,
  toCome: null,
  passages: [],
  sure: false,
};

const askedByNumber = async (
  database: Database,
  actor: Actor,
  question: string,
  numbers: readonly string[],
): Promise<Found> => {
  const asked = question.replace(numbersIn, " ");
  const found = await Promise.all(
    numbers.map((number) => byNumber(database, actor, number, asked)),
  );
  const known = found.some(({ length }) => length > 0);
  // Of a record that is not there only how something is done can still be answered.
  const how = known || /\bhow (?:do|to|can)\b/i.test(question);
  const { passages } = seekGuide(how ? asked : "", actor.kind);
  return {
    ...nothing,
    missing: numbers.filter((_, at) => found[at]!.length === 0),
    records: found.flat().slice(0, 6),
    passages: passages.slice(0, 2),
    sure: known,
  };
};

const listIn = (database: Database, actor: Actor, question: string, words: readonly string[]) =>
  asksWhatWaits(words) ? waitingList(database, actor) : listFor(database, actor, words, question);

/** The list that a question asks for, out of those that the asker may read; null where it asks for none. */
export const askForList = (
  database: Database,
  actor: Actor,
  question: string,
): Promise<FoundList | null> =>
  listIn(database, actor, question, wordsIn(question).slice(0, 60).map(guideIndex().spell));

/**
 * What the asker may read about a question: a record by its number, a list with the filters that are
 * named, sections of the guide (public), records by their words. By the same conditions as the lists.
 */
export const ask = async (database: Database, actor: Actor, question: string): Promise<Found> => {
  const numbers = [...new Set(question.match(numbersIn)?.map((each) => each.toUpperCase()))];
  if (numbers.length > 0) return askedByNumber(database, actor, question, numbers.slice(0, 3));
  const words = wordsIn(question).slice(0, 60).map(guideIndex().spell);
  const list = await listIn(database, actor, question, words);
  if (list) return { ...nothing, list, sure: true };
  const page = pageCalled(actor, words);
  const { passages, sure } = seekGuide(question, actor.kind);
  if (page) return { ...nothing, page, passages, sure: true };
  if (passages.length === 0 && isElsewhere(words)) return nothing;
  const how = howWords.test(words.join(" "));
  const toCome = sure || (how && passages.length > 0) ? null : toComeIn(words);
  if (toCome) return { ...nothing, toCome, sure: true };
  const names = wordsIn(question).filter((word) => word.length > 3);
  const named = !sure && names.length > 0 && names.length <= 3;
  const records = named ? await recordsOf(database, actor, names.join(" ")) : [];
  return {
    ...nothing,
    passages,
    records: records.slice(0, 6),
    sure: sure || records.length > 0,
  };
};
