import { z } from "zod";
import { formatCents } from "#kernel/money.ts";
import type { Proposal } from "#kernel/proposal.ts";
import { counted } from "#kernel/words.ts";
import { defineAgent, reading, type Found, type Reader } from "#server/agents/agent.ts";
import { errand, errandEndpoint } from "#server/agents/errand.ts";
import { listPage } from "#server/http/list.ts";
import { choiceRow, type Choice } from "../item/item.model.ts";
import { projectList } from "../project/project.list.ts";
import { projectRow, type Project } from "../project/project.model.ts";
import { requestDetail, requestRow, type RequestDetail } from "../request/request.model.ts";

const reads = {
  projects: reading("/api/v1/pa-projects", listPage(projectRow)),
  costs: reading("/api/v1/pa-projects/{id}/costs", z.object({ items: z.array(choiceRow) })),
  requests: reading("/api/v1/pa-requests", listPage(requestRow)),
  request: reading("/api/v1/pa-requests/{id}", requestDetail),
};
type At = Reader<typeof reads>;

const mostShown = 8;
const pageOf = (projectId: string) => `/fema-grants-hub/projects/${projectId}`;
const named = (costs: readonly { label: string; cents: number }[]): string => {
  const shown = costs
    .slice(0, mostShown)
    .map(({ label, cents }) => `${label}, ${formatCents(cents)}`);
  return `${shown.join("; ")}${costs.length > mostShown ? `; and ${costs.length - mostShown} more` : ""}`;
};

/** Sums differ from cost to cost: what is lacking is the same, and is one errand. */
const withoutSum = (lack: string): string => lack.replace(/^\$[\d,]+\.\d\d are /, "");

/** What is given by what it lacks: each lack once. */
const byLack = <T extends { lacks: readonly string[] }>(all: readonly T[]): Map<string, T[]> => {
  const lacking = new Map<string, T[]>();
  for (const one of all)
    for (const lack of one.lacks.map(withoutSum))
      lacking.set(lack, [...(lacking.get(lack) ?? []), one]);
  return lacking;
};

const ofRequest = (request: RequestDetail): Found[] =>
  [...byLack(request.lines)].map(([lack, lines]) => {
    const href = `/fema-grants-hub/requests/${request.id}`;
    const cents = lines.reduce((sum, { federal }) => sum + federal, 0);
    const what = `${counted(lines.length, "cost")} of ${request.number}: ${lack}`;
    return {
      key: `request:${request.id}:${lack}`,
      subject: { id: request.projectId, number: request.project, href },
      what,
      why: `${formatCents(cents)} of federal money waits for it in ${request.projectTitle}: the chain from the damage to the payment is not whole.`,
      since: lines.map(({ dayFrom }) => dayFrom).toSorted()[0] ?? null,
      dueOn: null,
      cents,
      sources: [
        { kind: "record", label: request.number, href, says: request.declaration },
        ...lines.slice(0, mostShown).map((line) => ({
          kind: "rule" as const,
          label: line.label,
          citation: line.citation,
          says: `${formatCents(line.cents)} of ${line.dayFrom}: ${line.rule}`,
        })),
      ],
      proposal: errand({ title: what, detail: named(lines), link: href }),
    };
  });

type Cost = Choice & { label: string };
const labelled = (cost: Choice): Cost => ({
  ...cost,
  label: `${cost.documentNumber} ${cost.vendor ?? cost.description}`,
  cents: cost.open || cost.cents,
});

const sourcesOf = (project: Project, costs: readonly Cost[]): Found["sources"] => [
  { kind: "record", label: project.number, href: pageOf(project.id), says: project.title },
  ...costs.slice(0, mostShown).map((cost) => ({
    kind: "record" as const,
    label: cost.documentNumber,
    href: `/invoices?q=${encodeURIComponent(cost.documentNumber)}`,
    says: `${cost.description}, ${cost.account}: ${formatCents(cost.cents)}`,
  })),
];

const lacking = (project: Project, costs: readonly Cost[]): Found[] =>
  [...byLack(costs)].map(([lack, those]) => {
    const cents = those.reduce((sum, { cents: each }) => sum + each, 0);
    const what = `${counted(those.length, "cost")} of the emergency cannot be claimed in ${project.number}: ${lack}`;
    return {
      key: `cost:${project.id}:${lack}`,
      subject: { id: project.id, number: project.number, href: pageOf(project.id) },
      what,
      why: `${formatCents(cents)} were spent in the emergency and stand in no request: the chain of each is not whole.`,
      since: those.map(({ incurredTo }) => incurredTo).toSorted()[0] ?? null,
      dueOn: null,
      cents,
      sources: sourcesOf(project, those),
      proposal: errand({ title: what, detail: named(those), link: pageOf(project.id) }),
    };
  });

const assigned = (project: Project, costs: readonly Cost[]): Proposal => ({
  label: "Assign the costs",
  endpoint: "POST /api/v1/pa-projects/{id}/costs",
  params: { id: project.id },
  body: { costLineIds: costs.map(({ id }) => id) },
  record: null,
  changes: [{ label: `Costs of ${project.number}`, path: null, from: "", to: named(costs) }],
});

/** Whole costs of the emergency in no project; assigned where one project only can take them. */
const unassigned = (project: Project, costs: readonly Cost[], others: number): Found[] => {
  if (costs.length === 0) return [];
  const cents = costs.reduce((sum, { open }) => sum + open, 0);
  return [
    {
      key: `unassigned:${project.id}`,
      subject: { id: project.id, number: project.number, href: pageOf(project.id) },
      what: `${counted(costs.length, "cost")} of the emergency ${costs.length === 1 ? "is" : "are"} in no project, ${formatCents(cents)}.`,
      why:
        others === 0
          ? `${project.number} is the only open project that can take them, and nothing is missing of them.`
          : `Nothing is missing of them. ${project.number} and ${counted(others, "other project")} can take them: which work they paid is for you to say.`,
      since: costs.map(({ incurredTo }) => incurredTo).toSorted()[0] ?? null,
      dueOn: null,
      cents,
      sources: sourcesOf(project, costs),
      proposal: others === 0 ? assigned(project, costs) : null,
    },
  ];
};

const openProjects = async (at: At): Promise<Project[]> => {
  const { items } = await at.read("projects", { query: { limit: 100, count: "none" } });
  return items.filter(({ status }) => !["closed", "withdrawn", "cancelled"].includes(status));
};

const ofCosts = async (at: At): Promise<Found[]> => {
  const projects = await openProjects(at);
  const offered: { project: Project; costs: Cost[] }[] = [];
  for (const [place, project] of projects.entries()) {
    await at.progress(place, projects.length, "projects");
    const answer = await at.maybe("costs", { params: { id: project.id } });
    const costs = (answer?.items ?? []).filter(
      (cost) => cost.emergency && (cost.open > 0 || cost.why === `Assigned to ${project.number}`),
    );
    offered.push({ project, costs: costs.map(labelled) });
  }
  const takers = (id: string) =>
    offered.filter(({ costs }) =>
      costs.some((cost) => cost.id === id && cost.why === null && cost.lacks.length === 0),
    );
  const said = new Set<string>();
  return offered.flatMap(({ project, costs }) => {
    const fresh = costs.filter(({ id }) => !said.has(id));
    const whole = fresh.filter(({ why, lacks }) => why === null && lacks.length === 0);
    const broken = fresh.filter(({ lacks }) => lacks.length > 0);
    for (const { id } of [...whole, ...broken]) said.add(id);
    const others = whole[0] ? takers(whole[0].id).length - 1 : 0;
    return [...lacking(project, broken), ...unassigned(project, whole, others)];
  });
};

/** Says which costs lack a link of their chain, what would close it, and which stand in no project. */
export const claimsAgent = defineAgent({
  id: "fema-claims",
  version: 1,
  name: "FEMA claims agent",
  task: "Follows each cost of an emergency from damage and order to receipt, invoice and payment: which link is missing, who owes it, and which costs stand in no project.",
  how: [
    "It reads open projects with the costs that they may take, and requests that were not submitted yet with every line in them.",
    "What a cost lacks is judged where costs are assigned and requests are checked: the same sentences stop these.",
    "The same lack of several costs is one finding, worth the money that waits for it.",
    "It proposes a task with the costs by name; whole costs are assigned where one open project only can take them.",
  ],
  subject: { list: projectList, permission: "recovery.read", label: "projects of recovery" },
  reads,
  proposes: [errandEndpoint, "POST /api/v1/pa-projects/{id}/costs"],
  find: async (at) => {
    const { items } = await at.read("requests", {
      query: { status: "draft,returned", limit: 200, count: "none" },
    });
    const found: Found[] = [];
    for (const { id } of items) {
      const request = await at.maybe("request", { params: { id } });
      if (request) found.push(...ofRequest(request));
    }
    found.push(...(await ofCosts(at)));
    return found.filter(({ subject }) => !at.subjectId || subject.id === at.subjectId);
  },
});
