import type { Actor } from "#kernel/access.ts";
import { Problem } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Checked, Finding, Invariant } from "#server/operation/checking.ts";
import { makeAgency, makeMembers, makePolicy, type Agency } from "#server/testing/agency.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import { createSegment, ensureAccountString } from "../account/account.service.ts";
import { openFiscalYear } from "../account/year.service.ts";
import { amendmentInput } from "../amendment/amendment.model.ts";
import {
  draftAmendment,
  submitAmendment,
  withdrawAmendment,
} from "../amendment/amendment.service.ts";
import { publishBook } from "../book/book.service.ts";
import { segmentInput } from "../budget.model.ts";
import { adoptCycle } from "../cycle/adoption.service.ts";
import { adoptionInput } from "../cycle/cycle.model.ts";
import { moveCycle } from "../cycle/cycle.service.ts";
import { addFundRule } from "../fund-balance/fund-balance.service.ts";
import { budgetRules } from "../ledger/ledger.checks.ts";
import { appropriate } from "../line/appropriate.service.ts";
import { budgetLineImporter, summedLineImporter } from "../line/line.importer.ts";
import { moveProposal } from "../proposal/proposal.service.ts";
import { documentRules } from "./appropriation.checks.ts";

export type World = {
  t: TestDatabase;
  agency: Agency;
  officer: Actor;
  director: Actor;
  third: Actor;
  /** Account strings by code, revenue first. */
  strings: { id: string; code: string; account: string; fund: string }[];
  /** Account strings of a project, one in each fund, with what a capital plan says of them. */
  capital: {
    code: string;
    line: { fundId: string; departmentId: string; accountId: string; projectId: string };
  }[];
  /** The planned year behind the agency's open one. */
  planned: string;
};

const chart = [
  ["4100", "revenue"],
  ["5100", "expenditure"],
  ["5200", "expenditure"],
  ["5900", "transfer_out"],
] as const;

const step = {
  name: "Budget office",
  stage: 1,
  mode: "any" as const,
  approvers: [{ kind: "duty" as const, duty: "budget_officer" as const }],
};

/** An agency with two funds of four accounts, an open year, a planned one, and rules of its funds. */
export const makeWorld = async (t: TestDatabase): Promise<World> => {
  const agency = await makeAgency(t.database);
  const { officer, director, third } = await makeMembers(t.database, agency, {
    officer: { duties: ["budget_officer"] },
    director: { duties: ["budget_officer"] },
    third: { duties: ["budget_officer"] },
  });
  await makePolicy(t.database, officer, { documentType: "budgetAmendment", steps: [step] });
  await makePolicy(t.database, officer, {
    documentType: "budgetChange",
    condition: { amountMin: 900_000_00 },
    steps: [step],
  });
  const made = await t.database.transaction(officer, async (tx) => {
    const strings: World["strings"] = [];
    const capital: World["capital"] = [];
    const accounts = new Map<string, string>();
    const { id: projectId } = await createSegment(
      tx,
      officer,
      segmentInput.parse({ kind: "project", code: "P1", name: "Road 14" }),
    );
    for (const [code, of] of chart) {
      const input = segmentInput.parse({ kind: "account", code, name: code, class: of });
      accounts.set(code, (await createSegment(tx, officer, input)).id);
    }
    for (const fund of ["101", "402"]) {
      const input = segmentInput.parse({ kind: "fund", code: fund, name: fund });
      const { id: fundId } = await createSegment(tx, officer, input);
      const { departmentId } = agency;
      const line = { fundId, departmentId, accountId: accounts.get("5100")!, projectId };
      capital.push({ code: (await ensureAccountString(tx, officer, line)).code, line });
      for (const [account, accountId] of accounts) {
        const string = await ensureAccountString(tx, officer, { fundId, departmentId, accountId });
        strings.push({ ...string, account, fund });
      }
    }
    const year = await openFiscalYear(tx, officer, {
      year: 2028,
      startsOn: "2036-10-01",
      endsOn: "2037-09-30",
      status: "planned",
    });
    await addFundRule(tx, officer, {
      fundId: null,
      kind: "balanced",
      fromOn: "2030-01-01",
      percentHundredths: 0,
      cents: 0,
      citation: "County policy 2",
      verified: true,
    });
    return { strings, capital, planned: year.id };
  });
  return { t, agency, officer, director, third, ...made };
};

/** The same draws at every run of a seed. */
export const drawing = (seed: number) => {
  let state = seed;
  return (most: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % most;
  };
};

/** Runs it, and says whether it was done; what the product refuses is refused, all else is a fault. */
export const tried = async (work: () => Promise<unknown>): Promise<boolean> => {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
};

type Rows = readonly { string: World["strings"][number]; cents: number }[];

/** Brings rows in as the import does: looked at, then written; gives the import's id. */
export const importRows = async (
  w: World,
  year: number,
  rows: Rows,
  {
    importer = budgetLineImporter,
    importId = newId(),
    since = new Date().toISOString(),
  }: { importer?: typeof budgetLineImporter; importId?: string; since?: string } = {},
): Promise<string> => {
  const parsed = rows.map(({ string, cents }) =>
    importer.schema.parse({
      year,
      fund: string.fund,
      department: "RDS",
      account: string.account,
      amount: cents,
    }),
  );
  await w.t.database.transaction(w.officer, async (tx: Tx) => {
    const verdicts = await importer.plan(tx, parsed, since);
    const planned = verdicts.flatMap((v, at) =>
      v.action === "create" ? [{ row: parsed[at]!, action: "create" as const, plan: v.plan }] : [],
    );
    await importer.apply(tx, w.officer, planned, importId, () => undefined);
  });
  return importId;
};

/** Brings rows of repeated accounts in, in two batches: the later ones are added to what the first made. */
export const importSums = async (w: World, year: number, batches: readonly Rows[]) => {
  const { since } = await w.t.database
    .read(w.officer)
    .one<{ since: string }>(sql`select clock_timestamp() as since`);
  const importId = newId();
  for (const rows of batches)
    await importRows(w, year, rows, { importer: summedLineImporter, importId, since });
};

/**
 * What a capital plan decided for a year: proposals of the cycle that prepares it, or an amendment
 * that another person approves. Says which.
 */
export const bringCapital = async (
  w: World,
  year: number,
  cents: readonly number[],
): Promise<"cycle" | "amendment"> => {
  const { officer, director } = w;
  const { into, number } = await w.t.database.transaction(officer, (tx) =>
    appropriate(
      tx,
      officer,
      year,
      w.capital.map(({ line }, at) => ({ ...line, cents: cents[at]! })),
      {
        type: "capitalPlan",
        id: newId(),
        number: "CIP-1",
        note: "First year of the plan",
        source: "Fund balance",
        fundDecision: "",
      },
    ),
  );
  if (into === "cycle") return into;
  const { id } = await w.t.database
    .read(officer)
    .one<{ id: string }>(
      sql`select id from budget_amendment where org_id = ${officer.orgId} and number = ${number}`,
    );
  await approveDocument(w.t.database, director, id);
  return into;
};

type Move = { accountStringId: string; cents: number };

/** An amendment from its draft to its end, by two people. */
export const amend = async (
  w: World,
  kind: "transfer" | "supplement" | "reduction",
  fiscalYearId: string,
  lines: readonly Move[],
  {
    end = "approve",
    fundDecision = "",
  }: { end?: "approve" | "withdraw"; fundDecision?: string } = {},
): Promise<void> => {
  const { officer, director } = w;
  const input = amendmentInput.parse({
    kind,
    fiscalYearId,
    title: "A change",
    reason: "The winter was long",
    source: "Fund balance",
    fundDecision,
    lines,
  });
  const { id } = await w.t.database.transaction(officer, async (tx) => {
    const made = await draftAmendment(tx, officer, input);
    return submitAmendment(tx, officer, { id: made.id, version: null });
  });
  if (end === "approve") await approveDocument(w.t.database, director, id);
  else
    await w.t.database.transaction(officer, (tx) =>
      withdrawAmendment(tx, officer, { id, version: null, reason: "Typed wrong" }),
    );
};

/** Every line of the agency as it stands, by "year code", in cents; lines without a budget left out. */
export const linesNow = async ({ t, officer }: World): Promise<Record<string, number>> => {
  const rows = await t.database.read(officer).rows<{ key: string; cents: number }>(sql`
    select y.year || ' ' || s.code as key, l.original + l.adjusted as cents
    from budget_line l
    join fiscal_year y on y.org_id = l.org_id and y.id = l.fiscal_year_id
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    where l.org_id = ${officer.orgId} and l.original + l.adjusted <> 0
  `);
  return Object.fromEntries(rows.map((r) => [r.key, r.cents]));
};

/** What every rule of the budget's books finds in the agency. */
export const findingsOf = async (
  { t, officer }: World,
  rules: readonly Invariant[] = [...budgetRules, ...documentRules],
): Promise<readonly Finding[]> => {
  const db = t.database.read(officer);
  const found: Finding[] = [];
  for (const rule of rules) found.push(...(await rule.check({ db } as Checked)));
  return found;
};

/** The governing body's decision on a budget. */
export const decision = adoptionInput.parse({
  decidedOn: "2026-10-02",
  resolution: "2026-114",
  votesFor: 5,
  votesAgainst: 2,
  document: "Minutes of the board",
});

/** Takes a cycle and its only proposal from preparation to the adoption, by two people. */
export const adoptAsked = async (
  { t, officer, director, third }: World,
  cycleId: string,
): Promise<void> => {
  const step = (id: string) => ({ id, version: null });
  const cycle = step(cycleId);
  const proposal = await t.database.transaction(officer, async (tx) => {
    await moveCycle(tx, officer, "open", cycle);
    return tx.one<{ id: string }>(sql`
      select id
      from budget_proposal
      where org_id = ${officer.orgId} and cycle_id = ${cycleId}
    `);
  });
  await t.database.transaction(third, (tx) => moveProposal(tx, third, "submit", step(proposal.id)));
  await t.database.transaction(officer, async (tx) => {
    for (const action of ["review", "accept"] as const)
      await moveProposal(tx, officer, action, step(proposal.id));
    for (const action of ["review", "recommend"] as const)
      await moveCycle(tx, officer, action, cycle);
    await publishBook(tx, officer, cycleId);
    for (const action of ["hold", "prepare"] as const) await moveCycle(tx, officer, action, cycle);
  });
  await t.database.transaction(director, (tx) => adoptCycle(tx, director, cycle, decision));
};
