// What is kept, sent and published of every figure, for those whose figures are compared.
import { addDays } from "#kernel/time.ts";
import { allFacts } from "#server/area.ts";
import { newId } from "#kernel/ids.ts";
import type { Actor } from "#kernel/access.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { transition } from "#server/lifecycle.ts";
import type { Fact } from "#server/facts/facts.ts";
import { agencyDay } from "#server/testing/days.ts";
import { dashboardInput, shareInput } from "#areas/reporting/dashboard/dashboard.model.ts";
import { makeDashboard, shareDashboard } from "#areas/reporting/dashboard/dashboard.service.ts";
import { questionInput } from "#areas/reporting/figure/figure.model.ts";
import { publicationInput } from "#areas/reporting/publication/publication.model.ts";
import { askToPublish, publishReport } from "#areas/reporting/publication/publication.service.ts";
import { savedReportNoun } from "#areas/reporting/report/report.noun.ts";
import { makeReport } from "#areas/reporting/report/report.service.ts";
import { reportSending } from "#areas/reporting/reporting.tables.ts";
import { keepInput } from "#areas/reporting/run/run.model.ts";
import { keepRun } from "#areas/reporting/run/run.service.ts";
import { scheduleInput } from "#areas/reporting/schedule/schedule.model.ts";
import { addReader, makeSchedule } from "#areas/reporting/schedule/schedule.service.ts";
import { writeLetters } from "#areas/reporting/schedule/schedule.jobs.ts";
import { agency, chosen, everything, identities, t } from "./figures-access.setup.ts";

/** A report of one figure of a fact, shared, and what it said when it was kept. */
export type Kept = { fact: Fact; measure: string; reportId: string; runId: string };

const as = <T>(actor: Actor, work: Parameters<typeof t.database.transaction<T>>[1]) =>
  t.database.transaction(actor, work);

const keep = (fact: Fact, measure: string): Promise<Kept> =>
  as(everything, async (tx) => {
    const question = questionInput.parse({
      measures: [`${fact.id}.${measure}`],
      by: [],
      where: Object.fromEntries(Object.entries(chosen(fact)).map(([id, value]) => [id, [value]])),
      period: "all",
    });
    const name = `Figure of ${fact.id}`;
    const report = await makeReport(tx, everything, { name, question, chart: "bar" });
    await transition(tx, everything, savedReportNoun, {
      id: report.id,
      action: "share",
      version: null,
    });
    const input = keepInput.parse({ name, question, reportId: report.id });
    const run = await keepRun(tx, everything, input);
    return { fact, measure, reportId: report.id, runId: run.id };
  });

/** One figure of each fact, the most guarded one. */
export const keepEach = async (): Promise<Kept[]> => {
  const kept: Kept[] = [];
  for (const fact of allFacts()) {
    const all = Object.entries(fact.measures);
    const [measure] = all.find(([, each]) => each.permission) ?? all[0]!;
    kept.push(await keep(fact, measure));
  }
  return kept;
};

/** A dashboard of these reports that everybody of the agency sees. */
export const boardOf = (reports: readonly Kept[]): Promise<string> =>
  as(everything, async (tx) => {
    const tiles = reports.map(({ reportId }) => ({
      of: "report",
      id: reportId,
      look: "bar",
      width: "half",
    }));
    const { id } = await makeDashboard(
      tx,
      everything,
      dashboardInput.parse({ name: "All figures", tiles }),
    );
    const step = { id, version: null, reason: null };
    await shareDashboard(tx, everything, step, shareInput.parse({ duty: "" }));
    return id;
  });

/** Sends a report to these people; gives the text of each one's letter by their address. */
export const sendTo = async (
  { reportId, fact }: Kept,
  people: readonly Actor[],
): Promise<Map<string, string>> => {
  const name = `Letter of ${fact.id}`;
  const scheduleId = await as(everything, async (tx) => {
    const { id } = await makeSchedule(tx, everything, scheduleInput.parse({ name, reportId }));
    for (const { personId } of people) await addReader(tx, everything, id, personId!);
    return id;
  });
  const id = newId();
  await as(everything, (tx) =>
    insertRow(tx, reportSending, {
      orgId: agency.orgId,
      id,
      scheduleId,
      dueAt: `${addDays(agencyDay(0), 0)}T12:00:00Z` as never,
    }),
  );
  await writeLetters(t.app, everything, id);
  const letters = await identityDb(t.database).rows<{ toAddress: string; bodyText: string }>(sql`
    select to_address, body_text
    from mail
    where org_id = ${agency.orgId} and kind = 'reportSchedule' and subject = ${name}
  `);
  return new Map(letters.map(({ toAddress, bodyText }) => [toAddress, bodyText]));
};

/** Lets the agency publish reports. */
export const mayPublish = (): Promise<unknown> =>
  as(everything, (tx) =>
    tx.rows(sql`
      update organization
      set settings = settings || '{"publish": {"reports": true}}'::jsonb
      where id = ${agency.orgId}
    `),
  );

export const proposed = ({ runId, fact }: Kept): Promise<string> =>
  as(everything, async (tx) => {
    const input = publicationInput.parse({
      runIds: [runId],
      slug: `figure-of-${fact.id.toLowerCase()}`,
      title: `Figure of ${fact.id}`,
      says: "One figure, for a test.",
    });
    return (await askToPublish(tx, everything, input)).id;
  });

/** Published by somebody else who may read everything. */
export const publishedBy = (id: string): Promise<unknown> => {
  const second = { ...identities.get("one-manager")!, permissions: everything.permissions };
  return as(second, (tx) => publishReport(tx, second, { id, version: null, reason: null }));
};
