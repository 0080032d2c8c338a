import type { Actor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { carverDepartments } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { ensureAccountString } from "../account/account.service.ts";
import { moveCycle } from "../cycle/cycle.service.ts";
import { packageInput } from "../proposal/proposal.model.ts";
import {
  addLine,
  askLine,
  decidePackage,
  keepPackage,
  moveProposal,
  reviewLine,
} from "../proposal/proposal.service.ts";
import { demoPackages, demoRevenue } from "./cycle.data.ts";

/** What the chapters of the demo hand on. */
export type Demo = { cycleId: string; year: number; segments: ReadonlyMap<string, string> };

const departmentId = (code: string) => carverDepartments.find((d) => d.code === code)!.id;
const fundOf: Readonly<Record<string, string>> = { RDB: "210", UTL: "402", PHL: "225" };
const heads: Readonly<Record<string, string>> = {
  RDB: "roads.head",
  UTL: "utilities.head",
  PRK: "parks.head",
};
const writerOf = (code: string): Actor => {
  const name = heads[code];
  return name ? { ...demoActor(name), departmentIds: [departmentId(code)] } : demoActor("director");
};

const proposalsOf = async (tx: Tx, demo: Demo) =>
  new Map(
    (
      await tx.rows<{ code: string; id: string }>(sql`
        select d.code, p.id
        from budget_proposal p
        join department d on d.org_id = p.org_id and d.id = p.department_id
        where p.org_id = ${tx.scope.orgId} and p.cycle_id = ${demo.cycleId}
      `)
    ).map(({ code, id }) => [code, id]),
  );

const addRevenue = async (tx: Tx, actor: Actor, demo: Demo, proposals: Map<string, string>) => {
  for (const [fund, code, account, dollars] of demoRevenue) {
    const { id } = await ensureAccountString(tx, actor, {
      fundId: demo.segments.get(`fund:${fund}`)!,
      departmentId: departmentId(code),
      accountId: demo.segments.get(`account:${account}`)!,
      ...(fund === "225" ? { awardId: demo.segments.get("award:PHEP")! } : {}),
      ...(fund === "310" ? { awardId: demo.segments.get("award:DR4897")! } : {}),
    });
    await addLine(tx, actor, proposals.get(code)!, {
      accountStringId: id,
      requested: dollars * 100,
      note: "Estimate of the finance office",
    });
  }
};

const addPackages = async (tx: Tx, actor: Actor, demo: Demo, code: string, proposalId: string) => {
  for (const each of demoPackages.filter((p) => p.department === code)) {
    const { id } = await ensureAccountString(tx, actor, {
      fundId: demo.segments.get(`fund:${fundOf[code] ?? "101"}`)!,
      departmentId: departmentId(code),
      accountId: demo.segments.get(`account:${each.account}`)!,
    });
    await keepPackage(
      tx,
      actor,
      { proposalId, id: null },
      packageInput.parse({
        title: each.title,
        kind: each.kind,
        rank: each.rank,
        reason: each.reason,
        lines: [{ accountStringId: id, cents: each.dollars * 100 }],
      }),
      null,
    );
  }
};

// The largest line of a proposal asks for more than its base.
const askMore = async (tx: Tx, actor: Actor, proposalId: string, factor: number) => {
  const line = await tx.one<{ id: string; requested: number; version: number }>(sql`
    select l.id, l.requested, l.version
    from budget_proposal_line l
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    join segment_value a on a.org_id = s.org_id and a.id = s.account_id
    where l.org_id = ${tx.scope.orgId}
      and l.proposal_id = ${proposalId}
      and l.source = 'entered'
      and a.class = 'expenditure'
    order by l.requested desc, l.id
    limit 1
  `);
  await askLine(
    tx,
    actor,
    line.id,
    { requested: Math.round(line.requested * factor), note: "Prices of material rose by more" },
    line.version,
  );
  return line.id;
};

const review = async (tx: Tx, actor: Actor, proposalId: string, lineId: string) => {
  await moveProposal(tx, actor, "review", { id: proposalId, version: null });
  const line = await tx.one<{ base: number; version: number }>(sql`
    select base, version
    from budget_proposal_line
    where org_id = ${tx.scope.orgId} and id = ${lineId}
  `);
  await reviewLine(
    tx,
    actor,
    lineId,
    { reviewed: line.base, reason: "Inflation is in the base; a contract holds the price." },
    line.version,
  );
  for (const each of demoPackages) {
    if (!each.decision) continue;
    const found = await tx.maybe<{ id: string; version: number }>(sql`
      select id, version
      from budget_package
      where org_id = ${tx.scope.orgId} and proposal_id = ${proposalId} and title = ${each.title}
    `);
    if (found)
      await decidePackage(
        tx,
        actor,
        found.id,
        {
          status: each.decision,
          reason:
            each.decision === "cut"
              ? "Ongoing cost without a source."
              : "Pays for itself in a year.",
        },
        found.version,
      );
  }
};

/** Departments ask and submit; the budget office is in the middle of its review. */
export const seedProposals = async (app: App, demo: Demo): Promise<void> => {
  const officer = demoActor("budget");
  const proposals = await app.database.transaction(officer, async (tx) => {
    const found = await proposalsOf(tx, demo);
    await addRevenue(tx, officer, demo, found);
    return found;
  });
  for (const [code, id] of proposals) {
    const writer = writerOf(code);
    const lineId = await app.database.transaction(writer, async (tx) => {
      await addPackages(tx, writer, demo, code, id);
      const line = await askMore(tx, writer, id, code === "RDB" ? 1.5 : 1.06);
      if (code !== "PHL") await moveProposal(tx, writer, "submit", { id, version: null });
      return line;
    });
    if (code === "UTL" || code === "PRK" || code === "SHF")
      await app.database.transaction(officer, (tx) => review(tx, officer, id, lineId));
    if (code === "RDB")
      await app.database.transaction(officer, (tx) =>
        moveProposal(tx, officer, "review", { id, version: null }),
      );
  }
  await app.database.transaction(officer, (tx) =>
    moveCycle(tx, officer, "review", { id: demo.cycleId, version: null }),
  );
};
