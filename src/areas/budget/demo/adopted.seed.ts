import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow, updateRow } from "#server/db/rows.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { carverDepartments } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { ensureAccountString } from "../account/account.service.ts";
import { openFiscalYear } from "../account/year.service.ts";
import { publishBook } from "../book/book.service.ts";
import { adoptCycle } from "../cycle/adoption.service.ts";
import { adoptionInput, cycleInput } from "../cycle/cycle.model.ts";
import { createCycle, moveCycle } from "../cycle/cycle.service.ts";
import { setBeginning } from "../fund-balance/fund-balance.service.ts";
import { proposalOf } from "../line/cycle-lines.service.ts";
import { budgetProposal, budgetProposalLine } from "../planning.tables.ts";
import { addPositions } from "../position/position.service.ts";
import { moveProposal } from "../proposal/proposal.service.ts";
import {
  adoptedBeginnings,
  adoptedNarratives,
  adoptedPayLess,
  adoptedRevenue,
} from "./cycle.data.ts";
import { positionsOf } from "./positions.seed.ts";

type DemoLine = { departmentId: string; accountStringId: string; cents: number };
type Demo = { year: number; lines: readonly DemoLine[]; segments: ReadonlyMap<string, string> };

const department = (code: string) => carverDepartments.find((d) => d.code === code)!.id;

const revenueOf = async (tx: Tx, { segments }: Demo): Promise<DemoLine[]> => {
  const lines: DemoLine[] = [];
  for (const [fund, code, account, dollars] of adoptedRevenue) {
    const { id } = await ensureAccountString(tx, demoActor("budget"), {
      fundId: segments.get(`fund:${fund}`)!,
      departmentId: department(code),
      accountId: segments.get(`account:${account}`)!,
    });
    lines.push({ departmentId: department(code), accountStringId: id, cents: dollars * 100 });
  }
  return lines;
};

// What departments asked for, all of it accepted.
const seedAsked = async (tx: Tx, demo: Demo, cycleId: string) => {
  const officer = demoActor("budget");
  const lines = [...demo.lines, ...(await revenueOf(tx, demo))];
  for (const { id: departmentId, code } of carverDepartments) {
    const cycle = { id: cycleId, year: demo.year };
    const { id } = await proposalOf(tx, officer, cycle, departmentId);
    await updateRow(tx, budgetProposal, id, { narrative: adoptedNarratives[code] ?? "" });
    for (const { accountStringId, cents } of lines.filter((l) => l.departmentId === departmentId))
      await insertRow(tx, budgetProposalLine, {
        orgId: tx.scope.orgId!,
        id: newId(),
        proposalId: id,
        accountStringId,
        base: cents,
        requested: cents,
      });
  }
};

const proposalsOf = (tx: Tx, cycleId: string) =>
  tx.rows<{ id: string }>(sql`
    select id
    from budget_proposal
    where org_id = ${tx.scope.orgId} and cycle_id = ${cycleId}
    order by number
  `);

const begin = async (tx: Tx, demo: Demo): Promise<string> => {
  const officer = demoActor("budget");
  const { year, segments } = demo;
  const { id: fiscalYearId } = await openFiscalYear(tx, officer, {
    year,
    startsOn: `${year - 1}-10-01`,
    endsOn: `${year}-09-30`,
    status: "planned",
  });
  const message =
    "This budget holds the levy, pays for what the flood left and keeps every fund above its reserve.";
  const { id } = await createCycle(tx, officer, cycleInput.parse({ fiscalYearId, message }));
  await seedAsked(tx, demo, id);
  const positions = await positionsOf(tx, officer, segments, { less: adoptedPayLess });
  await addPositions(tx, officer, id, positions);
  for (const [code, dollars] of adoptedBeginnings)
    await setBeginning(
      tx,
      officer,
      { cycleId: id, fundId: segments.get(`fund:${code}`)! },
      { beginning: dollars * 100 },
    );
  return id;
};

/** A fiscal year that a cycle adopted, with revenue, its proposed book and the board's decision. */
export const seedAdoptedYear = async (app: App, demo: Demo): Promise<void> => {
  const at = (day: string) => ({ businessNow: `${demo.year - 1}-${day}T14:00:00Z` });
  const officer = { ...demoActor("budget"), ...at("08-03") };
  const director = { ...demoActor("director"), ...at("10-01") };
  const step = (id: string) => ({ id, version: null });
  const cycleId = await app.database.transaction(officer, async (tx) => {
    const id = await begin(tx, demo);
    await moveCycle(tx, officer, "open", step(id));
    return id;
  });
  const proposals = await app.database.transaction(director, async (tx) => {
    const found = await proposalsOf(tx, cycleId);
    for (const { id } of found) await moveProposal(tx, director, "submit", step(id));
    return found;
  });
  await app.database.transaction(officer, async (tx) => {
    for (const { id } of proposals)
      for (const action of ["review", "accept"] as const)
        await moveProposal(tx, officer, action, step(id));
    for (const action of ["review", "recommend"] as const)
      await moveCycle(tx, officer, action, step(cycleId));
    await publishBook(tx, officer, cycleId);
    for (const action of ["hold", "prepare"] as const)
      await moveCycle(tx, officer, action, step(cycleId));
  });
  await app.database.transaction(director, (tx) =>
    adoptCycle(
      tx,
      director,
      step(cycleId),
      adoptionInput.parse({
        decidedOn: `${demo.year - 1}-09-08`,
        resolution: `${demo.year - 1}-087`,
        votesFor: 5,
        votesAgainst: 0,
        document: "Minutes of the county board, signed",
      }),
    ),
  );
};

/** The adopted book, once what was spent in the years before is there to stand beside it. */
export const publishAdopted = async (app: App): Promise<void> => {
  const officer = demoActor("budget");
  await app.database.transaction(officer, async (tx) => {
    const cycle = await tx.one<{ id: string }>(sql`
      select id
      from budget_cycle
      where org_id = ${tx.scope.orgId} and adopted_at is not null
      order by number
      limit 1
    `);
    await publishBook(tx, officer, cycle.id);
  });
};
