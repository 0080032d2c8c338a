import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
import {
  dashboardInput,
  dashboardRecord,
  dashboardRow,
  shareInput,
  shownDashboard,
  shownTile,
} from "./dashboard.model.ts";
import { reportDashboardList } from "./dashboard.list.ts";
import { reportDashboardNoun } from "./dashboard.noun.ts";
import {
  changeDashboard,
  homeDashboard,
  makeDashboard,
  onHome,
  readDashboard,
  retireDashboard,
  shareDashboard,
  withdrawDashboard,
} from "./dashboard.service.ts";
import { tileChoices } from "./tile.service.ts";

const path = "/api/v1/report-dashboards";
const home = { permission: "report.read", response: z.object({ id: z.string() }) } as const;

export const reportDashboardEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "report.read", reportDashboardList, dashboardRow),
  endpoint({
    method: "GET",
    path: "/api/v1/home-dashboard",
    permission: "report.read",
    summary: "What stands below your work: your own choice, your duty's, or the product's",
    response: z.object({ dashboard: shownDashboard.nullable() }),
    handler: async ({ db, actor }) => ({ dashboard: await homeDashboard(db, actor) }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/dashboard-tiles",
    permission: "report.read",
    summary: "What can become a tile of your dashboards",
    response: z.object({ items: z.array(shownTile) }),
    handler: async ({ db, actor }) => ({ items: await tileChoices(db, actor) }),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "report.keep",
    summary: "Make a dashboard of one's own",
    status: 201,
    body: dashboardInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => makeDashboard(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "report.read",
    summary: "A dashboard: its tiles and filters, and for whom it stands",
    params: idParams,
    response: dashboardRecord,
    handler: ({ db, actor, params }) => readDashboard(db, actor, params.id),
  }),
  endpoint({
    method: "PUT",
    path: `${path}/{id}`,
    permission: "report.keep",
    summary: "Change tiles and filters of one's own dashboard",
    params: idParams,
    body: dashboardInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeDashboard(tx, actor, params.id, body, ifMatch),
  }),
  recordAct(path, "show-at-home", {
    ...home,
    summary: "Show it below what waits for you",
    handler: ({ tx, actor, params }) => onHome(tx, actor, params.id, true),
  }),
  recordAct(path, "take-from-home", {
    ...home,
    summary: "Take it from below what waits for you",
    handler: ({ tx, actor, params }) => onHome(tx, actor, params.id, false),
  }),
  historyEndpoint(path, "reportDashboard", "report.read"),
  ...stepEndpoints(reportDashboardNoun, {
    share: step(shareInput, shareDashboard),
    withdraw: withdrawDashboard,
    retire: retireDashboard,
  }),
];
