import type { VendorWaits } from "#areas/vendor-portal/vendor-portal.server.ts";
import { projectsWaiting } from "./contractor.read.service.ts";

const kinds = {
  question: "rfi",
  submittal: "rfi",
  payment: "invoice",
  punch: "order",
  paper: "document",
  schedule: "document",
} as const;

/** What waits for a vendor of the projects that it builds, on the start page of its portal. */
export const projectWaits: VendorWaits = async (side) =>
  (await projectsWaiting(side)).map((wait) => ({
    kind: kinds[wait.kind],
    title: wait.title,
    detail: wait.detail,
    agency: wait.agency,
    at: wait.dueOn,
    href: wait.href,
    urgent: false,
  }));
