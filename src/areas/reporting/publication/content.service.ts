import { readOrganization } from "#areas/organization/organization.server.ts";
import { privatePersons } from "#areas/vendors/vendors.server.ts";
import { allFacts } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { measuresOfPeople } from "#server/facts/figures.ts";
import type { Answered, ReportQuestion } from "../figure/figure.model.ts";
import type { keptRun } from "../reporting.tables.ts";
import { keptResult } from "../run/run.model.ts";
import { hiddenIn, opened, type HiddenBefore, type OpenRow } from "./closing.model.ts";
import { statusesRead } from "./publication.labels.ts";
import { overlapOf, type Asked } from "./overlap.model.ts";
import {
  contentIn,
  type PublicationInput,
  type PublicContent,
  type PublicPart,
} from "./publication.model.ts";

export type Run = typeof keptRun.$inferSelect;

/** The versions that an address has or had, in their order. */
export const earlierOf = (db: Db, slug: string) =>
  db.rows<{ versionNo: number; status: string }>(sql`
    select version_no, status
    from publication
    where org_id = ${db.scope.orgId} and slug = ${slug}
    order by version_no
  `);

/** The kept runs of a publication in their order, with what is asked of whoever decides. */
export const runsOf = (db: Db, publicationId: string) =>
  db.rows<{ id: string; permissions: string[] }>(sql`
    select x.id, x.permissions
    from publication_run r
    join kept_run x on x.org_id = r.org_id and x.id = r.run_id
    where r.org_id = ${db.scope.orgId} and r.publication_id = ${publicationId}
    order by r.place
  `);

/** A part that somebody may have read, or reads in the same packet, with what it asked. */
type Shown = { asked: Asked; part: PublicPart };

// Whatever was ever read of counts of people, under whichever address: it cannot be taken back.
const shownBefore = async (db: Db, people: ReadonlySet<string>): Promise<Shown[]> => {
  const rows = await db.rows<{ content: string; place: number; question: ReportQuestion }>(sql`
    select p.content, r.place, x.question
    from publication p
    join publication_run r on r.org_id = p.org_id and r.publication_id = p.id
    join kept_run x on x.org_id = r.org_id and x.id = r.run_id
    where p.org_id = ${db.scope.orgId}
      and p.status = any(${[...statusesRead]}::text[])
      and jsonb_exists_any(x.question -> 'measures', ${[...people]}::text[])
    order by p.published_at, p.id, r.place
  `);
  return rows.map(({ content, place, question }) => {
    const part = contentIn(content).parts[place - 1]!;
    return { asked: askedOf(question, part), part };
  });
};

const askedOf = (
  { measures, by, where }: ReportQuestion,
  days: Pick<PublicPart, "from" | "until">,
) => ({
  measures,
  by,
  where,
  from: days.from,
  until: days.until,
});

// What is hidden of this part because of what stands beside it or was read before.
const betrayedBy = (shown: readonly Shown[], asked: Asked, people: ReadonlySet<string>) => {
  const before = new Map<string, Set<string>>();
  const crossing = new Set<string>();
  for (const each of shown) {
    const overlap = overlapOf(each.asked, asked, people);
    for (const measure of overlap.crossing) crossing.add(measure);
    const hidden = hiddenIn(each.part.measures, each.part.rows);
    for (const measure of overlap.alike)
      before.set(
        measure,
        new Set([...(before.get(measure) ?? []), ...(hidden.get(measure) ?? [])]),
      );
  }
  return { before: before as HiddenBefore, crossing };
};

/** Why rows differ, in the words of the kept run's moment; who wrote them is the agency's own. */
const withWords = (
  { rows, explained }: Answered,
  shown: readonly OpenRow[],
): Partial<Pick<PublicPart, "explained" | "rows">> =>
  explained
    ? {
        explained,
        rows: shown.map((row, n) => {
          const { needed, written } = rows[n]!.explanation ?? { needed: false, written: null };
          const says = needed || written;
          return { ...row, ...(says && { explanation: { words: written?.explanation ?? null } }) };
        }),
      }
    : {};

const partOf = async (
  db: Db,
  run: Run,
  others: readonly Shown[],
  people: ReadonlySet<string>,
): Promise<Shown> => {
  const { answer, moment } = keptResult.parse(JSON.parse(run.result));
  const persons = await privatePersons(
    db,
    answer.by.flatMap((each, at) =>
      each.id === "vendor" ? answer.rows.flatMap((row) => row.keys[at] ?? []) : [],
    ),
  );
  const { by, measures, period, from, until, years, posted, known } = answer;
  const asked = askedOf(run.question, answer);
  const { before, crossing } = betrayedBy(others, asked, people);
  const shown = opened(answer, people, new Map([["vendor", persons]]), before, crossing);
  const part: PublicPart = {
    heading: run.name,
    moment,
    period,
    from,
    until,
    ...(years && { years }),
    ...(posted && { posted }),
    ...(known && { known }),
    by,
    measures,
    ...shown,
    ...withWords(answer, shown.rows),
    run: { number: run.number, sha256: run.sha256 },
  };
  return { asked, part };
};

/**
 * What everybody would read of these runs: private persons replaced, few people hidden with what would
 * betray them in other parts, in earlier versions and in other publications.
 */
export const contentOf = async (
  db: Db,
  runs: readonly Run[],
  { title, says, correction }: PublicationInput,
  lastVersion: number,
): Promise<PublicContent> => {
  const people = measuresOfPeople(allFacts());
  const counts = runs.some((run) => run.question.measures.some((each) => people.has(each)));
  const { name: agency } = await readOrganization(db);
  const before = counts ? await shownBefore(db, people) : [];
  const parts: Shown[] = [];
  for (const run of runs) parts.push(await partOf(db, run, [...before, ...parts], people));
  return {
    title,
    says,
    versionNo: lastVersion + 1,
    correction,
    agency,
    parts: parts.map((each) => each.part),
  };
};
