import type { VendorWaits } from "#areas/vendor-portal/vendor-portal.server.ts";
import { projectsWaiting } from "./contractor.read.service.ts";

/** What waits for a vendor of the projects that it builds, on the start page of its portal. */
export const projectWaits: VendorWaits = async (side) =>
  (await projectsWaiting(side)).map((wait) => ({
    kind: wait.kind === "payment" ? "invoice" : "rfi",
    title: wait.title,
    detail: wait.detail,
    agency: wait.agency,
    at: wait.dueOn,
    href: wait.href,
    urgent: false,
  }));
