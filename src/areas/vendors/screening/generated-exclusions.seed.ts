import { samColumns } from "./extract.model.ts";

// A made-up exclusion list full of names that differ by a word or a letter, for tests and benches.
// No real party is in it.

/** Numbers in [0, 1) that are the same in every run (mulberry32). */
export const seeded =
  (seed: number): (() => number) =>
  () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };

const heads =
  "Ber Hal Mar Car Tor Wes Lin Dor Fen Gar Hol Jen Kel Lar Mor Nor Ols Pal Quin Ros Sor Tal Ul Van Wal Yor Zel Brad Crow Dal".split(
    " ",
  );
const tails =
  "man son berg ton field wick ley ford well stad gren quist by mark hurst more ner dal vik low".split(
    " ",
  );
const surnames = heads.flatMap((h) => tails.map((t) => h + t));
const firsts =
  "Anna Boris Carla David Elena Frank Grace Henry Irene James Karen Louis Maria Nolan Olga Peter Rosa Samuel Tanya Victor Wendy Yusuf".split(
    " ",
  );
const places =
  "Lakeview Riverside Highland Prairie Northern Southern Western Eastern Central Midwest Valley Summit Harbor Pine Cedar Oak Maple Granite Copper Silver Golden Blue Red Green White Black Iron Stone Eagle Falcon".split(
    " ",
  );
const qualities =
  "Advanced American Allied Precision Quality Premier Superior United National Global Modern Reliable Standard Complete Integrated Universal Pioneer Heritage Patriot Liberty".split(
    " ",
  );
const trades = [
  "Construction",
  "Electric",
  "Plumbing",
  "Paving",
  "Roofing",
  "Trucking",
  "Engineering",
  "Supply",
  "Equipment",
  "Landscaping",
  "Medical Supply",
  "Home Health",
  "Fabrication",
  "Machine Works",
  "Environmental Services",
  "Security Services",
  "Consulting",
  "Builders",
  "Excavating",
  "Concrete",
  "Logistics",
  "Technologies",
  "Painting",
  "Steel",
  "Aggregates",
  "Pharmacy",
  "Transport",
  "Industries",
  "Contracting Services",
  "Systems",
];
const forms = ["LLC", "Inc", "Inc.", "Corp", "Corporation", "Co", "Company", "Ltd", "L.L.C.", ""];
const stateList = [
  "MN",
  "WI",
  "IA",
  "ND",
  "SD",
  "IL",
  "MI",
  "OH",
  "TX",
  "FL",
  "CA",
  "NY",
  "GA",
  "VA",
  "CO",
];
const streets = [
  "Main St",
  "Oak Ave",
  "2nd St",
  "Industrial Blvd",
  "County Road 10",
  "Elm St",
  "Park Ave",
  "Mill Rd",
  "Depot St",
  "Commerce Dr",
];
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ123456789";

export type MadeParty = {
  name: string;
  individual: boolean;
  first: string;
  middle: string;
  last: string;
  uei: string;
  address1: string;
  city: string;
  state: string;
  zip: string;
  samNumber: string;
  aliases?: readonly string[];
};

const pick = <T>(random: () => number, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)]!;
export const madeUei = (random: () => number): string =>
  Array.from({ length: 12 }, () => pick(random, [...letters])).join("");

/** A firm's name: two to four words of few vocabularies, so that thousands are nearly the same. */
export const firmName = (random: () => number): string => {
  const [a, b, trade] = [pick(random, surnames), pick(random, surnames), pick(random, trades)];
  const stem = pick(random, [
    `${a} ${trade}`,
    `${a} & ${b} ${trade}`,
    `${pick(random, places)} ${trade}`,
    `${pick(random, qualities)} ${a} ${trade}`,
    `${pick(random, places)} ${a} ${trade}`,
    `${pick(random, qualities)} ${pick(random, places)} ${trade}`,
  ]);
  return `${stem} ${pick(random, forms)}`.trim();
};

export const placeOf = (random: () => number) => {
  const state = pick(random, stateList);
  return {
    address1: `${1 + Math.floor(random() * 9000)} ${pick(random, streets)}`,
    city: `${pick(random, places)}${pick(random, ["ville", " Falls", "ton", " City", " Grove"])}`,
    state,
    zip: String(10000 + Math.floor(random() * 89999)),
  };
};

/** An excluded party: two in five are persons, one firm in four has a UEI. */
export const madeParty = (random: () => number, at: number): MadeParty => {
  const individual = random() < 0.4;
  const [first, middle, last] = [
    pick(random, firsts),
    random() < 0.5 ? pick(random, firsts) : "",
    pick(random, surnames),
  ];
  return {
    individual,
    first,
    middle,
    last,
    name: individual ? [first, middle, last].filter(Boolean).join(" ") : firmName(random),
    uei: !individual && random() < 0.25 ? madeUei(random) : "",
    ...placeOf(random),
    samNumber: `S4MR${String(at).padStart(6, "0")}`,
  };
};

/**
 * Other names of an excluded party, as its cross-reference gives them: one to three firms, or
 * persons by name or initial; legal forms stand behind a comma.
 */
export const madeAliases = (random: () => number): string[] =>
  Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
    if (random() < 0.3) {
      const first = pick(random, firsts);
      return `${random() < 0.3 ? `${first[0]}.` : first} ${pick(random, surnames)}`.toUpperCase();
    }
    return firmName(random)
      .replace(/ (LLC|L\.L\.C\.|Inc\.?|Corp|Ltd)$/, ", $1")
      .toUpperCase();
  });

const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The parties as a file in the layout of the SAM.gov extract. */
export const toExtract = (parties: readonly MadeParty[]): string => {
  const lines = parties.map((p) => {
    const values: Partial<Record<(typeof samColumns)[number], string>> = {
      Classification: p.individual ? "Individual" : "Firm",
      Name: p.individual ? "" : p.name,
      First: p.individual ? p.first : "",
      Middle: p.individual ? p.middle : "",
      Last: p.individual ? p.last : "",
      "Address 1": p.address1,
      City: p.city,
      "State / Province": p.state,
      Country: "USA",
      "Zip Code": p.zip,
      "Open Data Flag": "Y",
      "Unique Entity ID": p.uei,
      "Exclusion Program": "Reciprocal",
      "Excluding Agency": "HHS",
      "CT Code": "Z1",
      "Exclusion Type": "Prohibition/Restriction",
      "Active Date": "03/14/2023",
      "Termination Date": "Indefinite",
      "Record Status": "Active",
      "Cross-Reference": p.aliases?.length ? `(also ${p.aliases.join(", ")})` : "",
      "SAM Number": p.samNumber,
      Creation_Date: "03/15/2023",
    };
    return samColumns.map((name) => cell(values[name] ?? "")).join(",");
  });
  return `${samColumns.map(cell).join(",")}\n${lines.join("\n")}\n`;
};

const typo = (random: () => number, word: string): string => {
  if (word.length < 5) return word;
  const at = 1 + Math.floor(random() * (word.length - 2));
  const letter = pick(random, [..."aeiorstln"]);
  return pick(random, [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + letter + word.slice(at),
    word.slice(0, at) + letter + word.slice(at + 1),
    word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  ]);
};

/**
 * The same firm as a clerk would type it: another legal form, a typing error, words in another
 * order, joined or set apart, an abbreviation, capitals.
 */
export const retyped = (random: () => number, name: string): { name: string; how: string } => {
  const words = name
    .replace(/\b(LLC|L\.L\.C\.|Inc\.?|Corp|Corporation|Co|Company|Ltd)$/, "")
    .trim()
    .split(" ");
  const how = pick(random, [
    "form",
    "typo",
    "order",
    "typo and form",
    "capitals",
    "abbreviation",
    "joined",
    "typo and order",
  ]);
  let made = [...words];
  if (how.includes("typo")) {
    const at = made.reduce((best, w, i) => (w.length > made[best]!.length ? i : best), 0);
    made[at] = typo(random, made[at]!);
  }
  if (how.includes("order") && made.length > 1) made = [...made.slice(1), made[0]!];
  if (how === "abbreviation")
    made = made.map(
      (w) =>
        ({
          Construction: "Constr.",
          Services: "Svcs",
          Engineering: "Eng.",
          Equipment: "Equip.",
          Electric: "Elec",
          Technologies: "Tech",
        })[w] ?? w,
    );
  if (how === "joined" && made.length > 2)
    made = [made[0]! + made[1]!.toLowerCase(), ...made.slice(2)];
  const text = how === "capitals" ? made.join(" ").toUpperCase() : made.join(" ");
  return {
    name:
      how.includes("form") || how === "capitals"
        ? `${text}, ${pick(random, ["LLC", "Incorporated", "Co."])}`
        : text,
    how,
  };
};
