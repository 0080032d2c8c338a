// What the records of a project say of the closeout of its contract.
import { counted } from "#kernel/words.ts";
import type { RecordFindings } from "#areas/contracts/contracts.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { openWaivers } from "../waiver/matters.service.ts";
import { lackingPayrolls } from "../payroll/demand.service.ts";
import { projectOrders } from "../pay/orders.service.ts";
import type { ProjectStored } from "../project/project.noun.ts";
import { unverified } from "../punch/punch.labels.ts";
import { withholdingOf } from "./law.service.ts";
import { notIn } from "./paper.labels.ts";

const projectsOf = (db: Db, contractId: string): Promise<ProjectStored[]> =>
  db.rows<ProjectStored>(sql`
    select *
    from project
    where org_id = ${db.scope.orgId}
      and contracts @> ${JSON.stringify([{ contractId }])}::jsonb
      and status <> 'cancelled'
    order by number
    limit 20
  `);

type Counts = { items: number; itemsOpen: number; papers: number; papersOpen: number };

const countsOf = (db: Db, contractId: string): Promise<Counts> =>
  db.one<Counts>(sql`
    select
      (
        select count(*)::int
        from punch_item
        where org_id = ${db.scope.orgId} and contract_id = ${contractId} and status <> 'dropped'
      ) as items,
      (
        select count(*)::int
        from punch_item
        where org_id = ${db.scope.orgId}
          and contract_id = ${contractId}
          and status = any(${[...unverified]}::text[])
      ) as items_open,
      (
        select count(*)::int
        from closeout_paper
        where org_id = ${db.scope.orgId} and contract_id = ${contractId} and status <> 'dropped'
      ) as papers,
      (
        select count(*)::int
        from closeout_paper
        where org_id = ${db.scope.orgId}
          and contract_id = ${contractId}
          and status = any(${[...notIn]}::text[])
      ) as papers_open
  `);

// Weeks to the completion that lack their payroll, over the orders of a project; null where none is demanded.
const lackingWeeks = async (db: Db, p: ProjectStored): Promise<number | null> => {
  const today = businessDate(db.scope);
  const to = p.completedOn && p.completedOn < today ? p.completedOn : today;
  const orders = await projectOrders(db, p);
  const said = await Promise.all(
    orders.map(({ id }) => lackingPayrolls(db, { projectId: p.id, purchaseOrderId: id, to })),
  );
  const demanded = said.filter(({ wages }) => wages.demanded !== "no");
  return demanded.length === 0
    ? null
    : demanded.flatMap(({ lacking }) => lacking).reduce((sum, { weeks }) => sum + weeks.length, 0);
};

const ofList = (all: number, open: number, one: string, done: string) =>
  open > 0
    ? { ok: false, text: `${counted(open, one)} of ${all} not ${done}.`, binding: true as const }
    : { ok: true, text: `${counted(all, one)}, each ${done}.`, binding: true as const };

/**
 * What punch list, papers, waivers, payrolls and the state's certificate say of a contract that a project
 * names; nothing of one that no project names, so that a person says it there.
 */
export const findingsOfProject: RecordFindings = async (db, contractId) => {
  const projects = await projectsOf(db, contractId);
  if (projects.length === 0) return {};
  const [counts, law, waivers, payrolls] = await Promise.all([
    countsOf(db, contractId),
    withholdingOf(db, [contractId]),
    Promise.all(projects.map((p) => openWaivers(db, p))),
    Promise.all(projects.map((p) => lackingWeeks(db, p))),
  ]);
  const unsigned = waivers.flat();
  const weeks = payrolls.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  const demanded = payrolls.some((each) => each !== null);
  const [certificate] = law;
  return {
    punch: ofList(counts.items, counts.itemsOpen, "punch item", "verified"),
    ...(counts.papers > 0 && {
      papers: ofList(counts.papers, counts.papersOpen, "paper", "accepted"),
    }),
    ...(unsigned.length > 0 && {
      waivers: {
        ok: false,
        binding: true as const,
        text: `${unsigned.map(({ what, says }) => `${what}: ${says}`).join("; ")}.`,
      },
    }),
    payrolls: demanded
      ? {
          ok: weeks === 0,
          binding: true as const,
          text: weeks
            ? `${counted(weeks, "week")} lack their payroll.`
            : "No week lacks its payroll.",
        }
      : { ok: true, text: "No award that pays for it demands prevailing wages." },
    withholding: certificate
      ? {
          ok: certificate.says === null,
          binding: true as const,
          text: `${certificate.says === null ? "Accepted" : `It is ${certificate.says}`} (${certificate.citation}).`,
        }
      : { ok: true, text: "No rule of today demands it." },
  };
};

/** Whether papers of a contract are still to come; null where none was asked for. */
export const papersOfContract = async (db: Db, contractId: string): Promise<boolean | null> => {
  const { papers, papersOpen } = await countsOf(db, contractId);
  return papers > 0 ? papersOpen > 0 : null;
};
