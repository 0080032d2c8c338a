import { dateIn } from "#kernel/dates.ts";
import { type Day, type Instant, day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { DeadlineRecordOf, DeadlineSpec } from "#areas/workflow/workflow.server.ts";
import { plusDays } from "../plan/schedule.model.ts";
import { filingOf } from "./filing.model.ts";
import { severities } from "./safety.labels.ts";
import type { safetyCase, safetyYear } from "./safety.tables.ts";

type Case = typeof safetyCase.$inferSelect;
const hourMs = 3_600_000;

/** Until when OSHA must be told, as an instant; null where it need not be. */
export const toldBy = (c: Pick<Case, "severe" | "severeKnownAt">): Instant | null =>
  c.severe && c.severeKnownAt
    ? new Date(Date.parse(c.severeKnownAt) + severities[c.severe].hours * hourMs).toISOString()
    : null;

const severeSpec = (c: Case, zone: string): DeadlineSpec[] => {
  const by = toldBy(c);
  if (!c.severe || !by || c.severeToldAt) return [];
  const { hours, citation } = severities[c.severe];
  return [
    {
      key: "osha",
      title: `${c.number}: tell OSHA within ${hours} hours`,
      // The register counts days; the hours stand on the case.
      dueOn: dateIn(by, zone),
      follows: `${hours} hours after the employer learned of it. The hour stands on the case.`,
      citation,
      notices: [0],
      byHand: false,
    },
  ];
};

const logSpec = (c: Case): DeadlineSpec[] =>
  c.kind === "near_miss" || !["reported", "triaged", "investigating"].includes(c.status)
    ? []
    : [
        {
          key: "log",
          title: `${c.number}: classify and enter it on the log`,
          dueOn: plusDays(c.reportedOn, 7),
          follows: "Seven calendar days after the employer learned of it.",
          citation: "29 CFR 1904.29(b)(3)",
          notices: [2, 0],
          byHand: false,
        },
      ];

/** The clocks of a case. Titles say its number and nothing of who or what. */
export const caseDays = (c: Case, zone: string): DeadlineRecordOf => ({
  id: c.id,
  number: c.number,
  link: `/safety-management/${c.id}`,
  deadlines: [...severeSpec(c, zone), ...logSpec(c)],
});

/** Those of all cases that have any. */
export const allCaseDays = async (db: Db): Promise<DeadlineRecordOf[]> =>
  (
    await db.rows<Case>(sql`
      select *
      from safety_case
      where org_id = ${db.scope.orgId}
        and (
          status in ('reported', 'triaged', 'investigating')
          or (severe is not null and severe_told_at is null)
        )
      order by id
      limit 5000
    `)
  ).map((row) => caseDays(row, db.scope.timeZone ?? "UTC"));

type Year = typeof safetyYear.$inferSelect & {
  name: string;
  state: string;
  kind: number;
  naics: string;
};

const yearDays = (y: Year): DeadlineRecordOf => {
  const next = y.year + 1;
  const filing = filingOf({ ...y, employees: y.averageEmployees });
  // Until it is known what must be sent, the day stands.
  const mustSend =
    filing.sends.length > 0 || (filing.keeps !== false && y.averageEmployees === null);
  const spec = (key: string, title: string, dueOn: Day, follows: string, citation: string) => ({
    key,
    title: `${y.name}, ${y.year}: ${title}`.slice(0, 200),
    dueOn,
    follows,
    citation,
    notices: [30, 7, 0],
    byHand: false,
  });
  return {
    id: y.id,
    number: `300A ${y.year}`,
    link: `/safety-management/forms?establishment=${y.establishmentId}&year=${y.year}`,
    deadlines: [
      ...(y.postedOn || filing.keeps === false
        ? []
        : [
            spec(
              "post",
              "certify and post form 300A",
              day(`${next}-02-01`),
              "1 February of the year after.",
              "29 CFR 1904.32(b)(6)",
            ),
          ]),
      ...(y.postedOn && !y.removedOn
        ? [
            spec(
              "posted",
              "form 300A stays posted until now",
              day(`${next}-04-30`),
              "30 April of the year after.",
              "29 CFR 1904.32(b)(6)",
            ),
          ]
        : []),
      ...(y.sentOn || !mustSend
        ? []
        : [
            spec(
              "send",
              filing.sends.length > 0
                ? "send the figures to OSHA"
                : "send the figures to OSHA, where the establishment must",
              filing.sendBy ?? day(`${next}-03-02`),
              "2 March of the year after.",
              "29 CFR 1904.41(c)",
            ),
          ]),
    ],
  };
};

/** Posting and sending of the years of the last five, whose records are kept and corrected. */
export const allYearDays = async (db: Db): Promise<DeadlineRecordOf[]> =>
  (await yearsOf(db, null)).map(yearDays);

export const yearDaysOf = async (db: Db, id: string): Promise<DeadlineRecordOf> =>
  yearDays((await yearsOf(db, id))[0]!);

const yearsOf = (db: Db, id: string | null) =>
  db.rows<Year>(sql`
    select y.*, e.name, e.state, e.kind, e.naics
    from safety_year y
    join safety_establishment e on e.org_id = y.org_id and e.id = y.establishment_id
    where y.org_id = ${db.scope.orgId} and (${id}::uuid is null or y.id = ${id}::uuid)
    order by y.id
    limit 2000
  `);
