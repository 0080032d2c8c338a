import type { Actor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import { callEndpoint, endpointNamed } from "#server/http/call.ts";
import { refusalOf } from "#server/http/doors.ts";
import type { EndpointName } from "#server/http/endpoint.ts";
import { connectedAgent } from "#areas/agents/agents.server.ts";
import { modelFor } from "../model/setting.service.ts";
import type { CopilotHome } from "./conversation.model.ts";
import { keepDaysOf } from "./setting.service.ts";

type Page<T> = { items: T[]; total?: number | null; totals?: Record<string, number> };
type Finding = CopilotHome["findings"]["items"][number];
type Asking = { app: App; actor: Actor };

const page = async <T>({ app, actor }: Asking, path: string, query: object): Promise<Page<T>> => {
  const e = endpointNamed(`GET ${path}` as EndpointName);
  if (!e || refusalOf(e, actor) !== null) return { items: [], total: 0 };
  return (await callEndpoint(app, actor, e, { query: { ...query } })) as Page<T>;
};

type Approval = {
  id: string;
  documentNumber: string;
  title: string;
  amount: number;
  requestedAt: string;
  dueAt: string | null;
};
type Steps = {
  steps: {
    name: string;
    status: string;
    assignees: { name: string; decision: string | null; reaches: string[] }[];
  }[];
};

// What somebody asked for and that others have not decided, the oldest first, with the open step.
const stuckOf = async (of: Asking): Promise<CopilotHome["stuck"]> => {
  const asked = await page<Approval>(of, "/api/v1/approvals", {
    ...{ asked: true, status: ["pending"], sort: "requestedAt", limit: 6 },
  });
  const e = endpointNamed("GET /api/v1/approvals/{id}")!;
  const items = await Promise.all(
    asked.items.map(async ({ documentNumber: number, id, title, amount, requestedAt, dueAt }) => {
      const { steps } = (await callEndpoint(of.app, of.actor, e, { params: { id } })) as Steps;
      const open = steps.filter(({ status }) => status === "open");
      const on = open.flatMap(({ assignees }) =>
        assignees.filter(({ decision }) => decision === null).map(({ name }) => name),
      );
      return {
        ...{ id, number, title, amount, requestedAt, dueAt },
        ...{ step: open.map(({ name }) => name).join(", "), on: [...new Set(on)].slice(0, 4) },
      };
    }),
  );
  return { total: asked.total ?? items.length, items } as CopilotHome["stuck"];
};

/** What waits for whoever asks, by money and days left, and what of theirs is stuck on whom. */
export const copilotHomeOf = async (app: App, actor: Actor): Promise<CopilotHome> => {
  const of = { app, actor };
  const [approvals, proposals, findings, stuck, keepDays, model] = await Promise.all([
    page(of, "/api/v1/approvals", { mine: true, limit: 1 }),
    page<Finding>(of, "/api/v1/agent-findings", {
      ...{ status: ["open"], agent: [connectedAgent], sort: "-number", limit: 6, count: "none" },
    }),
    page<Finding>(of, "/api/v1/agent-findings", {
      ...{ status: ["open"], sort: "-cents", limit: 6 },
    }),
    stuckOf(of),
    keepDaysOf(app.database.read(actor)),
    modelFor(app.config, app.database.read(actor)),
  ]);
  return {
    approvals: approvals.total ?? 0,
    findings: {
      total: findings.total ?? findings.items.length,
      cents: findings.totals?.cents ?? 0,
      // What somebody is asked to decide stands in front of what agents found by money.
      items: [
        ...proposals.items,
        ...findings.items.filter(({ id }) => proposals.items.every((each) => each.id !== id)),
      ].slice(0, 6),
    },
    stuck,
    ...{ model: model !== null, keepDays },
  };
};
