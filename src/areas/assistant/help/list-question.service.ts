import { endOfDate, formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { addDays, type Day } from "#kernel/time.ts";
import type { CodeNames, ListDefinition, ListFilter } from "#server/http/list.ts";
import { amountsIn, inDigits, withoutAmounts, type Amount } from "./amounts.model.ts";
import { chatter } from "./chatter.data.ts";
import { conditions, howWords, listWords, periods, waitingWords } from "./conditions.data.ts";
import { daysOf } from "./period.model.ts";
import { dayWords, otherNames, saidAlongside, situations } from "./situations.data.ts";
import { termsIn, wordsIn, type Term } from "./words.model.ts";

/** A list as questions see it: its definition without SQL, and its views. */
export type Askable = {
  list: Pick<ListDefinition, "name" | "columns" | "filters" | "defaultSort">;
  views: readonly { name: string; query: string }[];
};
/** A list with the filters that a question names; `of` says them in words. */
export type ListQuestion<T extends Askable> = { asked: T; query: string; of: string[] };

const names = (text: string) => termsIn(wordsIn(text)).map(({ term }) => term);
const camel = (name: string) => name.replace(/([a-z])([A-Z])/g, "$1 $2");
const wordsOfList = ({ list }: Askable) => list.name.replace(/-/g, " ");

/** What is left of a question, and what was taken from it so far. */
type Reading = { terms: Term[]; query: URLSearchParams; of: string[] };

/**
 * Whether the question says a label: "In approval" and "To order" by these very words, since "approved"
 * and "ordered" are something else.
 */
const says = (
  text: string,
  terms: readonly Term[],
  label: string,
  wanted = names(label),
): boolean =>
  holds(terms, wanted) && (!/^(?:in|to) /i.test(label) || text.includes(wordsIn(label).join(" ")));

const without = (terms: readonly Term[], taken: readonly string[]): Term[] =>
  terms.filter(({ term }) => !taken.includes(term));
const holds = (terms: readonly Term[], wanted: readonly string[]): boolean =>
  wanted.length > 0 && wanted.every((name) => terms.some(({ term }) => term === name));

/** Of several, as somebody says who asks for a list: "invoices", not "my invoice". */
const plural = (terms: readonly Term[], noun: readonly string[]): boolean =>
  terms.some(({ term, words }) => noun.includes(term) && words.at(-1)!.endsWith("s"));

/** The list whose name the question holds: of several the longest name. */
const listNamed = <T extends Askable>(lists: readonly T[], terms: readonly Term[]) =>
  lists
    .map((asked) => ({ asked, noun: names(wordsOfList(asked)) }))
    .filter(({ noun }) => holds(terms, noun) && plural(terms, noun))
    .toSorted((a, b) => b.noun.length - a.noun.length)[0] ??
  otherNamed(lists, terms) ??
  lastWord(lists, terms);

/** The list by another name of it, such as "requests" for requisitions. */
const otherNamed = <T extends Askable>(lists: readonly T[], terms: readonly Term[]) =>
  lists
    .flatMap((asked) =>
      (otherNames[asked.list.name] ?? []).map((name) => ({ asked, noun: names(name) })),
    )
    .find(({ noun }) => holds(terms, noun) && plural(terms, noun));

/** "orders" is "purchase orders" where no other list ends so; in the plural alone. */
const lastWord = <T extends Askable>(lists: readonly T[], terms: readonly Term[]) => {
  const fits = lists
    .map((asked) => ({ asked, noun: names(wordsOfList(asked).split(" ").at(-1)!) }))
    .filter(({ noun }) => holds(terms, noun) && plural(terms, noun));
  return fits.length === 1 ? fits[0] : undefined;
};

type Labels = readonly [code: string, label: string, ends: boolean][];
const labelsOf = (codes: CodeNames | undefined): Labels =>
  codes && typeof codes !== "function"
    ? Object.entries(codes).map(([code, name]) => [
        code,
        typeof name === "string" ? name : name.label,
        typeof name !== "string" && "terminal" in name && name.terminal === true,
      ])
    : [];
const filtersOf = (asked: Askable, kind: ListFilter["kind"]) =>
  Object.entries(asked.list.filters).filter(([, filter]) => filter.kind === kind);

const takeView = (
  asked: Askable,
  text: string,
  reading: Reading,
  noun: readonly string[],
): Reading => {
  const fit = asked.views
    .map((view) => ({ view, wanted: names(view.name).filter((name) => !noun.includes(name)) }))
    .filter(({ view, wanted }) => says(text, reading.terms, view.name, wanted))
    .toSorted((a, b) => b.wanted.length - a.wanted.length)[0];
  if (!fit) return reading;
  const query = new URLSearchParams([...reading.query, ...new URLSearchParams(fit.view.query)]);
  return { terms: without(reading.terms, fit.wanted), query, of: [...reading.of, fit.view.name] };
};

/** "Approved" where "in approval" is said: the other label says the same word in more words. */
const isIn = (label: string, other: string, text: string): boolean =>
  other !== label &&
  /^(?:in|to) /i.test(other) &&
  text.includes(wordsIn(other).join(" ")) &&
  names(label).join() === names(other).join();

/** Statuses and other codes by their labels: "returned", "paid by check", "credit notes". */
const takeCodes = (asked: Askable, text: string, reading: Reading): Reading => {
  let { terms } = reading;
  const query = new URLSearchParams(reading.query);
  const of = [...reading.of];
  for (const [id] of filtersOf(asked, "set")) {
    const fit = labelsOf(asked.list.columns[id]?.codes)
      .flatMap(([code, label]) => {
        // "Returned by bank" is said as its code says it: "returned".
        const said = [label, code.replace(/_/g, " ")].find((each) => says(text, terms, each));
        return said ? [{ code, label, wanted: names(said) }] : [];
      })
      .filter(({ label }, _, all) => !all.some((other) => isIn(label, other.label, text)));
    if (fit.length === 0 || query.has(id)) continue;
    query.set(id, fit.map(({ code }) => code).join(","));
    of.push(fit.map(({ label }) => label).join(" or "));
    terms = without(
      terms,
      fit.flatMap(({ wanted }) => wanted),
    );
  }
  return { terms, query, of };
};

const unfinished = (asked: Askable): string | null => {
  const labels = labelsOf(asked.list.columns["status"]?.codes);
  return labels.some(([, , ends]) => ends) && asked.list.filters["status"]?.kind === "set"
    ? labels.flatMap(([code, , ends]) => (ends ? [] : [code])).join(",")
    : null;
};

/** Flags by the words of `conditions`, or by their own name: `insuranceEnding`. */
const takeFlags = (asked: Askable, reading: Reading, phrases = false): Reading => {
  let { terms } = reading;
  const query = new URLSearchParams(reading.query);
  const of = [...reading.of];
  const take = (wanted: readonly string[], key: string, value: string, said: string) => {
    query.set(key, value);
    of.push(said);
    terms = without(terms, wanted);
  };
  for (const { says, flags, of: meaning } of conditions) {
    const wanted = says
      .map(names)
      .find((said) => holds(terms, said) && (!phrases || said.length > 1));
    if (!wanted) continue;
    const flag = flags.find((name) => asked.list.filters[name]?.kind === "flag");
    const codes = meaning ? unfinished(asked) : null;
    if (flag) take(wanted, flag, "true", camel(flag).toLowerCase());
    else if (codes && !query.has("status")) take(wanted, "status", codes, says[0]!);
  }
  for (const [id] of phrases ? [] : filtersOf(asked, "flag")) {
    const wanted = names(camel(id));
    if (holds(terms, wanted)) take(wanted, id, "true", camel(id).toLowerCase());
  }
  return { terms, query, of };
};

const datesOf = (asked: Askable) =>
  Object.entries(asked.list.filters).filter(
    ([, filter]) => filter.kind === "range" && /date|instant/.test(filter.type),
  );

/** The day on which something is asked, `YYYY-MM-DD`, and the zone in which days begin and end. */
type AgencyDay = { today: string; timeZone: string };
/**
 * The first and the last instant of days of the agency, both belonging to the span; the database keeps
 * microseconds.
 */
const instantsOf = ({ from, to }: { from: string; to: Day }, timeZone: string) => {
  const before = addDays(from, -1);
  const last = new Date(endOfDate(to, timeZone) - 1).toISOString().replace("Z", "999Z");
  return { from: new Date(endOfDate(before, timeZone)).toISOString(), to: last };
};

/** The day that a question means: the one that it names ("due this week"), else the list's own. */
const takePeriod = (asked: Askable, text: string, day: AgencyDay, reading: Reading): Reading => {
  const period = periods.find((each) => ` ${text} `.includes(` ${each} `));
  if (!period) return reading;
  const dates = datesOf(asked);
  const label = (id: string) => asked.list.columns[id]?.label ?? "";
  const called = (id: string) => names(`${camel(id)} ${label(id)} ${dayWords[id] ?? ""}`);
  const named = dates.find(([id]) => called(id).some((name) => holds(reading.terms, [name])));
  const [id, filter] =
    named ?? dates.find(([each]) => asked.list.defaultSort.endsWith(each)) ?? dates[0] ?? [];
  if (!id || filter?.kind !== "range") return reading;
  const { from, to } = daysOf(period, day.today);
  const ends = filter.type === "instant" ? instantsOf({ from, to }, day.timeZone) : { from, to };
  const query = new URLSearchParams(reading.query);
  query.set(`${id}.min`, ends.from);
  query.set(`${id}.max`, ends.to);
  const taken = [...names(period), ...(named ? called(id) : [])];
  const span = from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`;
  return {
    terms: without(reading.terms, taken),
    query,
    of: [...reading.of, `${(label(id) || camel(id)).toLowerCase()} ${span}`],
  };
};

const takeAmounts = (
  asked: Askable,
  amounts: readonly Amount[],
  reading: Reading,
): Reading | null => {
  if (amounts.length === 0) return reading;
  const [id] =
    filtersOf(asked, "range").find(([, f]) => f.kind === "range" && f.type === "cents") ?? [];
  if (!id) return null;
  const query = new URLSearchParams(reading.query);
  const of = [...reading.of];
  for (const { end, cents } of amounts) {
    query.set(`${id}.${end}`, String(cents));
    of.push(`${end === "min" ? "from" : "up to"} ${formatCents(cents)}`);
  }
  return { terms: reading.terms, query, of };
};

const mine = /\b(?:my|mine|i|ive|assigned to me)\b/;
/** Asking itself, where it is no chatter elsewhere. */
const asking = new Set(names("list all many total count every overview show view find number"));

/** The filters that a question names, or null where something of it is left that the list cannot say. */
const filtersIn = (
  asked: Askable,
  text: string,
  start: Reading,
  more: { noun: readonly string[]; day: AgencyDay; amounts: readonly Amount[] },
): Reading | null => {
  let reading = takePeriod(asked, text, more.day, start);
  reading = takeFlags(asked, reading, true); // "not paid" before "paid"
  reading = takeView(asked, text, reading, more.noun);
  reading = takeCodes(asked, text, reading);
  reading = takeFlags(asked, reading);
  const priced = takeAmounts(asked, more.amounts, reading);
  if (!priced) return null;
  const own = mine.test(text) && asked.list.filters["mine"]?.kind === "flag";
  if (own && !priced.query.has("mine")) {
    priced.query.set("mine", "true");
    priced.of.push("yours");
  }
  return { ...priced, terms: without(priced.terms, [...asking]) };
};

const negations =
  "(?:ha[vs]e?|had|is|are|was|were|did|do|does|wo)nt|never|nobody|no one|yet to|aint";
const between = "has|have|was|be|been|being|got|gotten|get|yet|even|ever";
const negation = new RegExp(
  `\\b(?:${negations})\\b(?: (?:${between})\\b)*|\\bnot(?: (?:${between})\\b)+`,
  "g",
);
/** "Hasn't been", "nobody" and the like are `not`, so that no negation is left out of a question. */
const negated = (text: string): string => text.replace(negation, "not");
const isHow =
  /\b(?:how (?!many|much)|why|what (?:if|now|next|happens)|(?:can|may|should|could) (?:i|we)|(?:i|we|to) do\b)/;
const beside = new Set(names(saidAlongside));
const patterns = situations.map((each) => ({
  ...each,
  says: each.says.map((one) => new RegExp(`\\b${one}(?= |$)`)),
  needs: each.with ? new RegExp(`\\b(?:${each.with})\\b`) : /^/,
}));

type Question = { text: string; day: AgencyDay; amounts: readonly Amount[] };

/** The list whose records are told of in other words than its filters: `situations`. */
const listTold = <T extends Askable>(
  lists: readonly T[],
  { text, day, amounts }: Question,
): ListQuestion<T> | null => {
  if (isHow.test(text)) return null;
  for (const { list, query, of, says, needs } of patterns) {
    const asked = lists.find((each) => each.list.name === list);
    const known = [...new URLSearchParams(query).keys()].every((key) => asked?.list.filters[key]);
    const said = known && needs.test(text) ? says.find((one) => one.test(text)) : undefined;
    if (!asked || !said) continue;
    const rest = text.replace(said, " ").replace(/\s+/g, " ").trim();
    const terms = without(termsIn(withoutAmounts(rest, amounts)), [...beside]);
    const start = { terms, query: new URLSearchParams(query), of: [of] };
    const noun = names(wordsOfList(asked));
    const read = filtersIn(asked, rest, start, { noun, day, amounts });
    if (read && without(read.terms, noun).length === 0)
      return { asked, query: decodeURIComponent(read.query.toString()), of: read.of };
  }
  return null;
};

/**
 * The list that a question asks for, with the filters that it names, out of `lists` (those that the
 * asker may read). `waiting`: the question asks what waits for them. Null where no list is asked for,
 * or where something is asked that the list cannot tell. `day` is the agency's.
 */
export const listAskedFor = <T extends Askable>(
  lists: readonly T[],
  words: readonly string[],
  question: string,
  day: AgencyDay,
): ListQuestion<T> | null => {
  const amounts = amountsIn(inDigits(question.toLowerCase()));
  const plain = negated(inDigits(words.join(" ")));
  const told = listTold(lists, { text: plain, day, amounts });
  if (told) return told;
  const text = plain.replace(
    /\b(?:awaiting|pending|waiting for|wait for|waits for|being|need|needs|needing) (?:approval|approved)\b/,
    "in approval",
  );
  if (howWords.test(text) && !/\bhow many\b|^(?:what|which) \w+ (?:is|are|do)\b/.test(text))
    return null;
  const terms = termsIn(withoutAmounts(text, amounts));
  const named = listNamed(lists, terms);
  if (!named) return null;
  const start = { terms: without(terms, named.noun), query: new URLSearchParams(), of: [] };
  const read = filtersIn(named.asked, text, start, { noun: named.noun, day, amounts });
  if (!read || read.terms.length > 0) return null;
  if (read.of.length === 0 && !listWords.test(text) && text.split(" ").length > 4) return null;
  return { asked: named.asked, query: decodeURIComponent(read.query.toString()), of: read.of };
};

/** Whether somebody asks what waits for them, whichever list that is. */
export const asksWhatWaits = (words: readonly string[]): boolean => {
  const text = words.join(" ");
  if (/\bhow (?:do|can|could|may|should|to)\b/.test(text)) return false;
  const rest = words.filter(
    (word) =>
      !chatter.has(word) &&
      !/^(?:wait|pend|approv|decid|task|sign|off$|today|desk|plate|sit|anything|okay)/.test(word),
  );
  return waitingWords.test(text) && rest.length <= 2;
};
