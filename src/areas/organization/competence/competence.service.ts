import { formatDate } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";
import { extensionPoint } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";

/** How a person stands to a code on a day: `until` is the last day, null for one that does not end. */
export type Competence = {
  code: string;
  state: "held" | "expired" | "missing";
  until: Day | null;
};

/** Who knows what people are certified for: by person and code (upper case), on a day of the agency. */
type CompetenceSource = (
  db: Db,
  people: readonly string[],
  codes: readonly string[],
  on: Day,
) => Promise<ReadonlyMap<string, readonly Competence[]>>;

let source: CompetenceSource | null = null;

/** Brought by the area that keeps certificates of people, once. */
export const competenceSource = extensionPoint<CompetenceSource>(
  "competences of people",
  (brought) => {
    source = brought;
  },
);

/** A code as codes are compared: "cdl-a " is "CDL-A". */
export const competenceCode = (typed: string): string =>
  typed.trim().replace(/\s+/g, " ").toUpperCase();

/**
 * How people stand to codes on a day, each person with every code, in the order of the codes. While no
 * area keeps certificates nothing is shown: all are missing.
 */
export const competences = async (
  db: Db,
  people: readonly string[],
  codes: readonly string[],
  on: Day,
): Promise<ReadonlyMap<string, readonly Competence[]>> => {
  const asked = [...new Set(codes.map(competenceCode))];
  const none = asked.map((code): Competence => ({ code, state: "missing", until: null }));
  if (asked.length === 0 || people.length === 0 || !source)
    return new Map(people.map((id) => [id, none]));
  const known = await source(db, people, asked, on);
  return new Map(people.map((id) => [id, known.get(id) ?? none]));
};

/** What somebody lacks, in words: "ICS-100 is missing", "CDL expired on Aug 3, 2026". */
export const competenceSaid = ({ code, state, until }: Competence): string =>
  state === "missing"
    ? `${code} is missing`
    : state === "expired"
      ? `${code} expired on ${formatDate(until!)}`
      : `${code} is held${until ? ` until ${formatDate(until)}` : ""}`;
