import type { App } from "#server/app.ts";
import { demoPersonId } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { later } from "#areas/procurement/procurement.server.ts";
import { giveTask } from "#areas/workflow/workflow.server.ts";

/**
 * What this morning in Carver County is about: a budget line that runs out, an order that waits, a
 * requisition that was answered, a large running order, an approved amendment.
 */
export type Desk = {
  order: { id: string; documentId: string; number: string; title: string };
  line: { id: string; code: string; account: string; percent: string };
  asked: { id: string; number: string; title: string; vendor: string };
  changed: { id: string; number: string; title: string };
  amendment: { id: string; number: string; title: string };
};

type Given = {
  kind: "review" | "approval" | "signature" | "follow_up";
  title: string;
  detail: string;
  link: string;
  days: number;
};

const everybody = (d: Desk): Given[] => [
  {
    kind: "review",
    title: "Review budget variance",
    detail: `${d.line.code}, ${d.line.account}: ${d.line.percent} percent used`,
    link: `/budget-management/lines/${d.line.id}`,
    days: 1,
  },
  {
    kind: "signature",
    title: "Sign contract amendment",
    detail: `${d.amendment.number}, ${d.amendment.title}: approved, and to be signed by both sides`,
    link: `/contracts/amendments/${d.amendment.id}`,
    days: 2,
  },
];

const own: Readonly<Record<string, (d: Desk) => Given[]>> = {
  admin: () => [
    {
      kind: "review",
      title: "Review the approval limits for the new year",
      detail: "Council asked whether $50,000 is still right for orders",
      link: "/approvals-inbox/policies",
      days: 6,
    },
    {
      kind: "follow_up",
      title: "Name a second treasurer",
      detail: "Payments stop when one person is away",
      link: "/team",
      days: 9,
    },
  ],
  manager: () => [
    {
      kind: "follow_up",
      title: "Call vendors about late orders",
      detail: "Start with the ones that the flood crews wait for",
      link: "/purchase-orders?late=true",
      days: 1,
    },
    {
      kind: "review",
      title: "Check the road program against the budget",
      detail: "Before Thursday's department meeting",
      link: "/budget-management/summary",
      days: 4,
    },
  ],
  // A user decides no payments, not even for the manager: these are a crew's words for those who
  // do.
  user: (d) => [
    {
      kind: "approval",
      title: "Approve vendor payment",
      detail: `Say whether the crew has what ${d.changed.number} bills; the manager decides the run`,
      link: "/payments",
      days: 1,
    },
    {
      kind: "approval",
      title: "Approve the new delivery dates",
      detail: `${d.changed.number}, ${d.changed.title}`,
      link: `/purchase-orders/${d.changed.id}`,
      days: 3,
    },
    {
      kind: "follow_up",
      title: "Confirm what the crew still needs",
      detail: `${d.asked.number}, ${d.asked.title}`,
      link: `/smart-requisition/${d.asked.id}`,
      days: 1,
    },
    {
      kind: "follow_up",
      title: "Finish your drafts or delete them",
      detail: "Requisitions that were never submitted",
      link: "/smart-requisition?mine=true&status=draft",
      days: 5,
    },
  ],
  // The operator of the platform decides nothing about an agency's money: these are second looks
  // that the county asked for.
  platform: (d) => [
    {
      kind: "approval",
      title: "Approve vendor payment",
      detail:
        "Second look at the first bank file that the county sends from here; releasing it stays with the treasurer",
      link: "/payments",
      days: 1,
    },
    {
      kind: "approval",
      title: "Approve the auditor's reading access",
      detail: "Audrey Kim asks for the evidence bundles of the last quarter",
      link: "/blockchain",
      days: 3,
    },
    {
      kind: "approval",
      title: "Approve the new session length",
      detail: "The county asks for 30 minutes instead of 60",
      link: "/settings?tab=agency",
      days: 4,
    },
    {
      kind: "follow_up",
      title: "Watch the import of the exclusion list",
      detail: "The yearly file is larger than usual",
      link: "/vendor-directory/exclusions",
      days: 2,
    },
    {
      kind: "review",
      title: "Review the demonstration county's figures",
      detail: `Orders such as ${d.order.number} should read like a county's own`,
      link: "/dashboard",
      days: 7,
    },
  ],
};

/**
 * Gives the four demo roles what they have to do this morning, from colleagues who would ask for
 * it.
 */
export const giveDemoTasks = async (app: App, desk: Desk, now: Date): Promise<void> => {
  for (const [name, extra] of Object.entries(own)) {
    const from = demoActor(name === "admin" ? "budget" : "admin");
    await app.database.transaction(from, async (tx) => {
      for (const { days, ...given } of [...everybody(desk), ...extra(desk)])
        await giveTask(tx, from, {
          ...given,
          personId: demoPersonId(`${name}@demo.levee.test`),
          dueAt: later(now, days).toISOString(),
        });
    });
  }
};
