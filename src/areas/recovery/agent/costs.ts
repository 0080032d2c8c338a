import { formatCents } from "#kernel/money.ts";
import type { Proposal } from "#kernel/proposal.ts";
import { counted } from "#kernel/words.ts";
import type { Found } from "#server/agents/agent.ts";
import { errand } from "#server/agents/errand.ts";
import type { Choice } from "../item/item.model.ts";
import type { Project } from "../project/project.model.ts";
import { byLack, chainOf, mostShown, named } from "./lacks.model.ts";

const pageOf = (projectId: string) => `/fema-grants-hub/projects/${projectId}`;

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
      picture: chainOf(`The chain of each cost of ${project.number}`, those),
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
      picture: chainOf(`The chain of each cost of ${project.number}`, costs),
      proposal: others === 0 ? assigned(project, costs) : null,
    },
  ];
};

/** A project with every cost that its choice offers. */
export type Offered = { project: Project; costs: readonly Choice[] };

// What another project has taken is its own; what this one took is told again only while it lacks something.
const ofEmergency = ({ project, costs }: Offered): Cost[] =>
  costs
    .filter(
      (cost) => cost.emergency && (cost.open > 0 || cost.why === `Assigned to ${project.number}`),
    )
    .map(labelled);

/** What is said of the costs of an emergency, each once: what they lack, and which stand in no project. */
export const foundInCosts = (all: readonly Offered[]): Found[] => {
  const offered = all.map((each) => ({ project: each.project, costs: ofEmergency(each) }));
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
