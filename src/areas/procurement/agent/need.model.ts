import type { Day } from "#kernel/time.ts";
import { dayIn } from "./need-day.model.ts";
import { saidNumbers, unitSaid } from "./units.data.ts";

/** A line of what somebody needs, as far as its words say it; null is what they do not say. */
export type NeedLine = {
  /** A decimal text. */
  quantity: string | null;
  /** As lines name it; null where no unit is said. */
  unit: string | null;
  description: string;
  /** What one costs, where it is said: a decimal text in dollars. */
  unitPrice: string | null;
};
export type Need = {
  lines: readonly NeedLine[];
  neededOn: Day | null;
  placeId: string | null;
  /** What it is for, in the words that were typed. */
  purpose: string;
  /** More was asked than one reading takes. */
  more: number;
};
export type NamedPlace = { id: string; name: string };

/** So many lines one reading takes. */
const mostLines = 20;

const opening =
  /^\s*(?:(?:hi|hello|please|also|then)[,!]?\s+)*(?:(?:i|we|they|crews?)\s+(?:will\s+)?(?:need|want|require|are out of|ran out of|are low on)|(?:can|could|may)\s+(?:i|we|you)\s+(?:please\s+)?(?:get|have|order|buy)(?:\s+(?:us|me))?|(?:please\s+)?(?:order|buy|get|send|purchase)(?:\s+(?:us|me))?|looking for|need(?:ed)?:?)\s+/i;
const courtesy = /\b(?:please|thanks|thank you|asap|as soon as possible|urgently)\b[.!,]?/gi;

const numberWord = Object.keys(saidNumbers).join("|");
const amount = String.raw`(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:\s+\d/\d)?|\d/\d`;
const counts = new RegExp(
  String.raw`^(?:about\s+|around\s+|at least\s+|another\s+|some\s+)?(?:(half an?|a couple of|a couple|a dozen|${amount}|${numberWord})(?:\s+(dozen|hundred|thousand))?)(?=\s)\s+`,
  "i",
);

const fraction = (text: string): number => {
  const [top, bottom] = text.split("/").map(Number) as [number, number];
  return bottom ? top / bottom : top;
};

const worth = (said: string): number => {
  const text = said.toLowerCase();
  if (text.startsWith("half")) return 0.5;
  if (text.startsWith("a couple")) return 2;
  if (text === "a dozen") return 12;
  if (text in saidNumbers) return saidNumbers[text]!;
  return text
    .replaceAll(",", "")
    .split(/\s+/)
    .reduce((sum, part) => sum + fraction(part), 0);
};
const times: Readonly<Record<string, number>> = { dozen: 12, hundred: 100, thousand: 1000 };

const asText = (n: number): string => String(Math.round(n * 10_000) / 10_000);

/** A unit at the beginning of what follows a number, and what stands behind it. */
const unitAt = (text: string): { unit: string; rest: string } | null => {
  const words = text.split(/\s+/);
  for (const size of [2, 1]) {
    const said = unitSaid(words.slice(0, size).join(" "));
    if (!said) continue;
    const of = words[size]?.toLowerCase() === "of";
    const rest = words.slice(size + (of ? 1 : 0)).join(" ");
    // "8 in pipe" is a pipe; "8 in of gravel", "400 ft" and "400 ft 8 in pipe" are amounts.
    if (said.measure && !of && !/^(\d|$)/.test(rest)) return null;
    return { unit: said.unit, rest };
  }
  return null;
};

/** Behind a number these say how strong a thing is, not how many of it. */
const ratings: ReadonlySet<string> = new Set(
  "hp kw kva volt volts watt watts amp amps psi gauge ga gpm cfm mm cm btu hz mph".split(" "),
);

const price = String.raw`\$\s?(\d[\d,]*(?:\.\d{1,4})?)`;
const ofOne = String.raw`(?:each|apiece|a piece|(?:per|an?|\/)\s*[a-z]+)\b`;
const priced = new RegExp(
  String.raw`\s*(?:,\s*)?(?:at|@|for)\s+(?:about\s+)?${price}\s*${ofOne}`,
  "i",
);

const tidy = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .replace(/^(?:and|or|plus|of|the|some|also|with)\s+/i, "")
    .replace(/[\s.,;:!?]+$/, "")
    .replace(/\s+(?:and|by|for|to|at)$/i, "")
    .trim();

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const readLine = (said: string): NeedLine | null => {
  const one = priced.exec(said);
  const text = tidy(one ? said.replace(one[0], " ") : said).replace(opening, "");
  const unitPrice = one ? one[1]!.replaceAll(",", "") : null;
  const number = counts.exec(`${text} `);
  const follows = number ? text.slice(number[0].length).trim() : "";
  const unit = number ? unitAt(follows) : null;
  // A measure right behind the number, with a thing behind it, belongs to the thing: "6 ft ladder".
  const next = follows.split(/\s+/)[0] ?? "";
  const measure = number && !unit && (unitSaid(next)?.measure || ratings.has(next.toLowerCase()));
  if (!number || measure) {
    const description = tidy(text);
    return /\p{L}{2}/u.test(description)
      ? { quantity: null, unit: null, description: capital(description), unitPrice }
      : null;
  }
  const description = tidy(unit ? unit.rest : follows.replace(/^of\s+/i, ""));
  if (!/\p{L}{2}/u.test(description)) return null;
  return {
    quantity: asText(worth(number[1]!) * (times[number[2]?.toLowerCase() ?? ""] ?? 1)),
    unit: unit?.unit ?? null,
    description: capital(description),
    unitPrice,
  };
};

const lasting = new RegExp(
  `^(?:${counts.source.slice(1)})(?:hours?|days?|weeks?|months?|years?)$`,
  "i",
);
const begins = new RegExp(`^(?:${counts.source.slice(1)})`, "i");

/** Whether nothing but an amount is said, as behind "culvert pipe, 80 ft". */
const isAmount = (part: string): boolean => {
  const number = counts.exec(`${part} `);
  const unit = number && unitAt(part.slice(number[0].length).trim());
  return unit?.rest === "" || /^\d+$/.test(part);
};

// Behind a thing with its number an amount is a size: "20 cylinders of chlorine, 150 lb".
const joined = (thing: string, amountSaid: string): string =>
  begins.test(`${thing} `) ? `${thing}, ${amountSaid}` : `${amountSaid} of ${thing}`;

/** What is asked, thing by thing: "nuts and bolts" stay together, "2 nuts and 3 bolts" do not. */
const partsOf = (text: string): string[] =>
  text
    .split(/\s*(?:[;\n•]|,(?!\d{3})(?=\s)|\bplus\b|\bas well as\b)\s*/i)
    .flatMap((part) => {
      const pieces = part.split(/\s+(?:and|&)\s+/i);
      return pieces.reduce<string[]>((kept, piece) => {
        if (kept.length > 0 && !begins.test(`${piece} `))
          return [...kept.slice(0, -1), `${kept.at(-1)} and ${piece}`];
        return [...kept, piece];
      }, []);
    })
    .map((part) => part.trim())
    .reduce<string[]>(
      (kept, part) =>
        /\p{L}{2}/u.test(kept.at(-1) ?? "") && isAmount(part)
          ? [...kept.slice(0, -1), joined(kept.at(-1)!, part)]
          : [...kept, part],
      [],
    )
    .filter((part) => /\p{L}{2}/u.test(part));

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
const common = new Set(["the", "of", "and", "county", "city", "department", "at", "in"]);

/** The place that some words name: every telling word of them stands in its name; the shortest counts. */
const placeIn = (said: string, places: readonly NamedPlace[]): NamedPlace | null => {
  const asked = words(said).filter((word) => !common.has(word));
  if (asked.length === 0) return null;
  const held = places.filter(({ name }) => {
    const named = words(name);
    return asked.every((word) => named.includes(word));
  });
  const shortest = Math.min(...held.map(({ name }) => words(name).length));
  const nearest = held.filter(({ name }) => words(name).length === shortest);
  return nearest.length === 1 ? nearest[0]! : null;
};

// The last "for …", "to …", "at …" says where or what for; a quantity behind it begins a line instead.
const tail =
  /\s(?:(?:delivered|shipped|sent)\s+)?(for|to|at)\s+((?:(?!\s(?:for|to|at)\s)[^;\n])*)$/i;

type Tails = { rest: string; placeId: string | null; purpose: string };

/** Takes the place and the purpose from the end of what is said, part by part. */
const tailsOf = (text: string, places: readonly NamedPlace[]): Tails => {
  const told: Tails = { rest: text, placeId: null, purpose: "" };
  // "at Elm Street" is no place of ours: it belongs to what is said before it.
  let [left, behind] = [text, ""];
  for (let at = tail.exec(tidy(left)); at !== null && at.index > 0; at = tail.exec(tidy(left))) {
    const [, word, words] = at as unknown as [string, string, string];
    const said = tidy(words);
    const isThing = begins.test(`${said} `) && !lasting.test(said);
    if (said === "" || isThing || said.startsWith("$")) break;
    left = tidy(left).slice(0, at.index);
    const place = told.placeId || behind ? null : placeIn(said, places);
    if (place) Object.assign(told, { placeId: place.id, rest: left });
    else if (word.toLowerCase() === "for") {
      told.purpose = `for ${words.trim()}${behind} ${told.purpose}`.trim();
      [told.rest, behind] = [left, ""];
    } else behind = ` ${word} ${words.trim()}${behind}`;
  }
  return told;
};

/**
 * What somebody needs, read from their words by rules: lines with quantity, unit and description, the
 * day, the place, the purpose. What is not said stays empty; nothing is guessed.
 */
export const needIn = (text: string, today: Day, places: readonly NamedPlace[]): Need => {
  const { day, rest } = dayIn(text.replace(courtesy, " "), today);
  const said = rest.replace(/[.!?]\s+(?=\p{Lu}|\d)/gu, "; ");
  const { rest: asked, placeId, purpose } = tailsOf(said, places);
  const lines = partsOf(asked.replace(opening, "")).flatMap((part) => readLine(part) ?? []);
  return {
    lines: lines.slice(0, mostLines),
    neededOn: day,
    placeId,
    purpose: capital(purpose),
    more: Math.max(0, lines.length - mostLines),
  };
};
