import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { defineAgent, reading, type Found } from "#server/agents/agent.ts";
import { errand, errandEndpoint } from "#server/agents/errand.ts";
import { listPage } from "#server/http/list.ts";
import { requestList } from "../request/request.list.ts";
import { requestDetail, requestRow, type RequestDetail } from "../request/request.model.ts";

const reads = {
  requests: reading("/api/v1/pa-requests", listPage(requestRow)),
  request: reading("/api/v1/pa-requests/{id}", requestDetail),
};

type Line = RequestDetail["lines"][number];
const mostShown = 8;

/** Lines of a request by what they lack: each lack once, with the lines that have it. */
const lackingOf = (lines: readonly Line[]): Map<string, Line[]> => {
  const lacking = new Map<string, Line[]>();
  for (const line of lines)
    for (const lack of line.lacks) lacking.set(lack, [...(lacking.get(lack) ?? []), line]);
  return lacking;
};

const foundOf = (request: RequestDetail, lack: string, lines: readonly Line[]): Found => {
  const cents = lines.reduce((sum, { federal }) => sum + federal, 0);
  const href = `/fema-grants-hub/requests/${request.id}`;
  const shown = lines.slice(0, mostShown);
  const what = `${counted(lines.length, "cost")} of ${request.number}: ${lack}`;
  return {
    key: `lack:${request.id}:${lack}`,
    subject: { id: request.id, number: request.number, href },
    what,
    why: `${formatCents(cents)} of federal money waits for it in ${request.project}, ${request.projectTitle}: the chain from the damage to the payment is not whole.`,
    since: lines.map(({ dayFrom }) => dayFrom).toSorted()[0] ?? null,
    dueOn: null,
    cents,
    sources: [
      {
        kind: "record",
        label: request.number,
        href,
        says: `${request.declaration}, category ${request.category}`,
      },
      ...shown.map((line) => ({
        kind: "rule" as const,
        label: line.label,
        citation: line.citation,
        says: `${formatCents(line.cents)} of ${line.dayFrom}: ${line.rule}`,
      })),
    ],
    proposal: errand({
      title: what,
      detail: shown
        .map(({ label, cents: amount }) => `${label}, ${formatCents(amount)}`)
        .join("; "),
      link: href,
    }),
  };
};

/** Says which costs of a request to FEMA lack a link of their chain, and what would close it. */
export const claimsAgent = defineAgent({
  id: "fema-claims",
  version: 1,
  name: "FEMA claims agent",
  task: "Follows each cost of a request from damage and order to receipt, invoice and payment, and says which link is missing and who owes it.",
  how: [
    "It reads requests that were not submitted yet, and every cost, hour, machine and material in them.",
    "What a cost lacks is judged where the request is checked: the same sentences stop the check.",
    "The same lack of several costs is one finding, worth the federal share that waits for it.",
    "It proposes a task with the costs by name. It claims nothing and leaves nothing out.",
  ],
  subject: { list: requestList, permission: "recovery.read", label: "requests to FEMA" },
  reads,
  proposes: [errandEndpoint],
  find: async (at) => {
    const { items } = await at.read("requests", {
      query: { status: "draft,returned", limit: 200, count: "none" },
    });
    const found: Found[] = [];
    for (const [place, { id }] of items.entries()) {
      if (at.subjectId && at.subjectId !== id) continue;
      await at.progress(place, items.length, "requests");
      const request = await at.maybe("request", { params: { id } });
      if (!request) continue;
      for (const [lack, lines] of lackingOf(request.lines))
        found.push(foundOf(request, lack, lines));
    }
    return found;
  },
});
