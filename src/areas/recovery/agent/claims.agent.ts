import { z } from "zod";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { defineAgent, reading, type Found, type Reader } from "#server/agents/agent.ts";
import { errand, errandEndpoint } from "#server/agents/errand.ts";
import { listPage } from "#server/http/list.ts";
import { choiceRow } from "../item/item.model.ts";
import { projectList } from "../project/project.list.ts";
import { projectRow, type Project } from "../project/project.model.ts";
import { requestDetail, requestRow, type RequestDetail } from "../request/request.model.ts";
import { foundInCosts, type Offered } from "./costs.ts";
import { claimCases, saidOf, toTheFirst } from "./costs.evaluation.ts";
import { byLack, chainOf, mostShown, named } from "./lacks.model.ts";

const reads = {
  projects: reading("/api/v1/pa-projects", listPage(projectRow)),
  costs: reading("/api/v1/pa-projects/{id}/costs", z.object({ items: z.array(choiceRow) })),
  requests: reading("/api/v1/pa-requests", listPage(requestRow)),
  request: reading("/api/v1/pa-requests/{id}", requestDetail),
};
type At = Reader<typeof reads>;

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
      picture: chainOf(`The chain of each cost of ${request.number}`, lines),
      proposal: errand({ title: what, detail: named(lines), link: href }),
    };
  });

const openProjects = async (at: At): Promise<Project[]> => {
  const { items } = await at.read("projects", { query: { limit: 100, count: "none" } });
  return items.filter(({ status }) => !["closed", "withdrawn", "cancelled"].includes(status));
};

const ofCosts = async (at: At): Promise<Found[]> => {
  const projects = await openProjects(at);
  const offered: Offered[] = [];
  for (const [place, project] of projects.entries()) {
    await at.progress(place, projects.length, "projects");
    const answer = await at.maybe("costs", { params: { id: project.id } });
    offered.push({ project, costs: answer?.items ?? [] });
  }
  return foundInCosts(offered);
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
  evaluation: {
    cases: claimCases,
    answer: saidOf,
    baseline: toTheFirst,
    beside: "every cost of the emergency goes to the first open project",
  },
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
