import { seedPlatform } from "./platform.seed.ts";
import { endpoint } from "../../server/http/endpoint.ts";
import { dashboardRow } from "./dashboard/dashboard.model.ts";
import { readDashboard } from "./dashboard/dashboard.service.ts";

/** What the server mounts of this area. */
export const platform = {
  name: "platform-screens", seed: seedPlatform,
  endpoints: [endpoint({ method: "GET", path: "/api/v1/dashboard", permission: "organization.read", summary: "What needs the person, the agency's money, work in flight", response: dashboardRow, handler: ({ db, actor }) => readDashboard(db, actor) })],
};
